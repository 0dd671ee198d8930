import { msg } from '../words/msg';
/** Why a file that could not be fetched could not, as far as a page is told. */
export const unreachable = (): string =>
  msg`there is nothing, or its server does not let this page read it: for another site’s page it has to answer with Access-Control-Allow-Origin`;
