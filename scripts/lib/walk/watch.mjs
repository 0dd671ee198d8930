import { readFileSync } from 'node:fs';

/** The longest a task of the page's may take, in seconds of the processor's. */
export const longestTask = 2;

/** What a walk has found: what it is of, and what it says. */
export class Finding extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Seconds of the processor's that the main threads of a browser's pages have used: of each process of
 * that kind. Undefined where the system does not tell.
 */
async function mainThreadSeconds(browser) {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => [id, secondsOf(id)]);
}

function secondsOf(id) {
  try {
    const [, fields] = readFileSync(`/proc/${id}/task/${id}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return (user + system) / 100;
  } catch {
    return undefined;
  }
}

/** In the page, before its own scripts: notes how long tasks take. */
function noteTasks() {
  globalThis.walkTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.walkTasks.push(duration / 1000);
  }).observe({ type: 'longtask' });
}

/** What the page complains of, and how long its tasks take. */
export class Watch {
  /** Of the page itself: errors, unhandled rejections, violations of its policy. */
  complaints = [];

  constructor(page, session, browser) {
    this.page = page;
    this.session = session;
    this.browser = browser;
  }

  static async of(page, browser) {
    const session = await page.context().newCDPSession(page);
    const watch = new Watch(page, session, browser);
    page.on('pageerror', (error) => watch.complain('error', error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') watch.complain('console', message.text());
    });
    page.on('crash', () => watch.complain('crash', 'the page crashed'));
    await page.addInitScript(noteTasks);
    await session.send('Debugger.enable');
    await session.send('Performance.enable');
    return watch;
  }

  complain(kind, message) {
    this.complaints.push(new Finding(kind, message));
  }

  /** Does something with the page, and throws what the page complained of, or that it stands still. */
  async during(action) {
    const before = new Map(await mainThreadSeconds(this.browser));
    let ended = false;
    const done = action().finally(() => {
      ended = true;
    });
    done.catch(() => {});
    const used = async () => {
      const after = await mainThreadSeconds(this.browser);
      const spent = after.map(([id, seconds]) => seconds - (before.get(id) ?? 0));
      return Math.max(0, ...spent.filter((seconds) => !Number.isNaN(seconds)));
    };
    for (let waited = 0; !ended; waited++) {
      await Promise.race([done, later(500)]);
      if (!ended && (await used()) > 5 * longestTask) throw await this.stuck();
      if (!ended && waited > 240) throw new Finding('stuck', 'the page no longer answers');
    }
    const result = await done.catch((error) => {
      throw this.complaints[0] ?? error;
    });
    await this.look(used);
    return result;
  }

  async look(used) {
    const tasks = await this.page.evaluate(() => globalThis.walkTasks?.splice(0) ?? []);
    const longest = Math.max(0, ...tasks);
    // On a busy machine a task waits for the processor too.
    if (longest > longestTask) {
      const seconds = Math.min(longest, await used());
      if (seconds > longestTask)
        this.complain('task', `a task took ${seconds.toFixed(1)} s of the processor`);
    }
    const [first] = this.complaints.splice(0);
    if (first) throw first;
  }

  /** Where the page stands still, as its script's functions are called. */
  async stuck() {
    const where = await new Promise((resolve) => {
      this.session.once('Debugger.paused', ({ callFrames }) =>
        resolve(
          callFrames
            .slice(0, 12)
            .map(
              ({ functionName, location }) =>
                `${functionName || '?'}:${location.lineNumber + 1}:${location.columnNumber}`,
            )
            .join(' < '),
        ),
      );
      this.session.send('Debugger.pause').catch(() => {});
      setTimeout(resolve, 5000, 'not known where');
    });
    return new Finding('stuck', `the page no longer answers: ${where}`);
  }

  /** What must not grow: counted once what nobody holds has been thrown away. */
  async counts() {
    await this.session.send('HeapProfiler.collectGarbage');
    await this.session.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners, documents } = await this.session.send('Memory.getDOMCounters');
    return {
      ...{ nodes, documents, listeners: jsEventListeners },
      workers: this.page.workers().length,
    };
  }
}

const later = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
