import type { BelowMeta as Meta } from '../../state/views';

export const meta = {
  below: 'projections',
  bundle: 'figures',
  formerly: 'projections-more',
} satisfies Meta;
