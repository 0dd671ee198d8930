import type { BelowMeta as Meta } from '../../state/views';

export const meta = {
  below: 'position',
  bundle: 'figures',
  formerly: 'position-more',
} satisfies Meta;
