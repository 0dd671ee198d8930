import type { BelowMeta as Meta } from '../../state/views';

export const meta = {
  below: 'heads',
  bundle: 'figures',
  formerly: 'heads-more',
} satisfies Meta;
