import type { ReactiveControllerHost } from 'lit';
import type { Runner } from './runner';

/** A figure's element. */
export type Host = HTMLElement & ReactiveControllerHost;

/** The run of each figure: it waits, paused, while another view is on the stage. */
const runners = new WeakMap<Host, Runner>();

/** The figure's run; the first time a new one. It ends, with its workers, when the figure is removed. */
export function runnerOf(host: Host, open: () => Runner): Runner {
  const former = runners.get(host);
  if (former) return former;
  const runner = open();
  runners.set(host, runner);
  const life = {
    hostDisconnected: () => {
      host.removeController(life);
      runners.delete(host);
      runner.end();
    },
  };
  host.addController(life);
  return runner;
}
