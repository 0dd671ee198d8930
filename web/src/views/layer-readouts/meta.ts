import type { BelowMeta as Meta } from '../../state/views';

export const meta = {
  below: 'stack',
  bundle: 'figures',
  formerly: 'stack-more',
} satisfies Meta;
