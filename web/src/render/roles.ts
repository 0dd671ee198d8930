import type { HeadRole } from '../state/defaults';
import { weight } from '../state/format';
import { msg } from '../words/msg';

/** What a head was measured to do, and the measure: a mean weight, or how widely it spreads. */
export function measuredRole({ role, score }: HeadRole): string {
  const mean = weight(score, 2);
  return role === 'broad'
    ? msg`${msg(role)}, mean entropy ${mean}`
    : msg`${msg(role)}, mean weight ${mean}`;
}

/** All roles on one line; empty for none. */
export const measuredRoles = (roles: readonly HeadRole[]): string =>
  roles.map(measuredRole).join('; ');
