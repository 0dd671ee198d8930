import type { HeadRole } from '../state/defaults';
import { weight } from '../state/format';

/** What a head was measured to do, and the measure: a mean weight, or how widely it spreads. */
export function measuredRole({ role, score }: HeadRole): string {
  const measure = role === 'broad' ? 'mean entropy' : 'mean weight';
  return `${role}, ${measure} ${weight(score, 2)}`;
}

/** All roles on one line; empty for none. */
export const measuredRoles = (roles: readonly HeadRole[]): string =>
  roles.map(measuredRole).join('; ');
