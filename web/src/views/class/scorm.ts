/// What an LMS gives to a page that it has launched, as the run-time environment of SCORM 1.2 describes it.

/** The object `API`. Every call takes and returns text; what can fail returns "true" or "false". */
export interface Api {
  LMSInitialize(none: ''): string;
  LMSFinish(none: ''): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(none: ''): string;
  LMSGetLastError(): string;
  LMSGetErrorString(code: string): string;
}

interface Framed {
  readonly parent?: Framed | null;
  readonly opener?: Framed | null;
  readonly API?: Api;
}

/** Windows around windows are looked through so far, as ADL's example does. */
const mostFrames = 7;

/** A window, and those around it, from the inside out. */
function* around(from: Framed | null | undefined): Generator<Framed> {
  let place = from;
  for (let i = 0; place && i <= mostFrames; i++) {
    yield place;
    const next: Framed | null | undefined = place.parent;
    place = next === place ? null : next;
  }
}

/** The API of a window; one of another site cannot be looked into, but what is around it can. */
function apiIn(window: Framed): Api | null {
  try {
    return window.API ?? null;
  } catch {
    return null;
  }
}

/** What has opened a window; that of another site does not say. */
function openerOf(window: Framed): Framed | null {
  try {
    return window.opener ?? null;
  } catch {
    return null;
  }
}

/** The LMS's API: in the frames around the page, then around what has opened one of them. */
export function findApi(page: Framed): Api | null {
  const windows = [...around(page)];
  const openers = windows.map(openerOf).flatMap((opener) => [...around(opener)]);
  for (const window of [...windows.slice(1), ...openers]) {
    const api = apiIn(window);
    if (api) return api;
  }
  return null;
}

/** The most that `cmi.suspend_data` holds: a CMIString4096. */
export const suspendLimit = 4096;

export interface Report {
  /** All that has to be there when the student comes back. */
  readonly suspended: string;
  /** 0 to 1; null where nothing is scored. */
  readonly score: number | null;
  readonly isComplete: boolean;
}

/** `0000:12:03.50`, a CMITimespan. */
export function timespan(milliseconds: number): string {
  const hundredths = Math.max(0, Math.round(milliseconds / 10));
  const part = (of: number, size: number, digits: number) =>
    String(Math.floor(hundredths / of) % size).padStart(digits, '0');
  const hours = part(360_000, 10_000, 4);
  return `${hours}:${part(6000, 60, 2)}:${part(100, 60, 2)}.${part(1, 100, 2)}`;
}

/** A session with an LMS: begun, reported to, and finished once. */
export class Lms {
  private readonly api: Api;
  private readonly begun = Date.now();
  private isOpen = false;
  private isComplete = false;
  /** What the LMS refused last, in its words; empty for nothing. */
  problem = '';

  private constructor(api: Api) {
    this.api = api;
  }

  /** Begins; null where no LMS is around. */
  static begin(page: Framed): Lms | null {
    const api = findApi(page);
    if (!api) return null;
    const lms = new Lms(api);
    lms.isOpen = lms.call('LMSInitialize', () => api.LMSInitialize(''));
    if (lms.isOpen && lms.get('cmi.core.lesson_status') === 'not attempted')
      lms.set('cmi.core.lesson_status', 'incomplete');
    return lms;
  }

  get student(): string {
    return this.get('cmi.core.student_id') || this.get('cmi.core.student_name');
  }

  get suspended(): string {
    return this.get('cmi.suspend_data');
  }

  /** Says how far the student is. What does not fit is not sent, and `problem` is to be said. */
  report({ suspended, score, isComplete }: Report): boolean {
    if (!this.isOpen) return false;
    this.problem = '';
    this.isComplete = isComplete;
    const fits = suspended.length <= suspendLimit;
    if (fits) this.set('cmi.suspend_data', suspended);
    if (score !== null) {
      this.set('cmi.core.score.min', '0');
      this.set('cmi.core.score.max', '100');
      this.set('cmi.core.score.raw', String(Math.round(score * 10_000) / 100));
    }
    this.set('cmi.core.lesson_status', isComplete ? 'completed' : 'incomplete');
    this.call('LMSCommit', () => this.api.LMSCommit(''));
    return fits;
  }

  /** The page is left: the student comes back to what was suspended, unless all is done. */
  finish(): void {
    if (!this.isOpen) return;
    this.set('cmi.core.exit', this.isComplete ? '' : 'suspend');
    this.set('cmi.core.session_time', timespan(Date.now() - this.begun));
    this.call('LMSCommit', () => this.api.LMSCommit(''));
    this.call('LMSFinish', () => this.api.LMSFinish(''));
    this.isOpen = false;
  }

  private get(element: string): string {
    return this.isOpen ? this.api.LMSGetValue(element) : '';
  }

  private set(element: string, value: string): void {
    this.call(element, () => this.api.LMSSetValue(element, value));
  }

  private call(what: string, make: () => string): boolean {
    if (String(make()) === 'true') return true;
    const code = this.api.LMSGetLastError();
    this.problem = `${what}: ${code} ${this.api.LMSGetErrorString(code)}`.trim();
    return false;
  }
}
