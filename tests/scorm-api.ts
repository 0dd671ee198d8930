/** What an LMS keeps of one student and one activity. */
export type Kept = Record<string, string>;

/** The API of SCORM 1.2's run-time environment, and what it was asked. */
export interface StubApi {
  readonly log: string[];
  readonly kept: Kept;
  LMSInitialize(none: string): string;
  LMSFinish(none: string): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(none: string): string;
  LMSGetLastError(): string;
  LMSGetErrorString(code: string): string;
  LMSGetDiagnostic(code: string): string;
}

/**
 * An LMS as the standard has it (SCORM 1.2 Run-Time Environment, 3.3 and 3.4): everything is text, calls
 * come in their order, and data are of their types. It uses nothing from outside, so that its text can
 * be run in a page.
 */
export function scormApi(before: Kept = {}): StubApi {
  const errors: Record<string, string> = {
    0: 'No Error',
    101: 'General Exception',
    201: 'Invalid Argument Error',
    301: 'Not initialized',
    401: 'Not implemented error',
    402: 'Invalid set value, element is a keyword',
    403: 'Element is read only',
    404: 'Element is write only',
    405: 'Incorrect Data Type',
  };
  const oneOf = (words: string) => (value: string) => words.split(' ').includes(value);
  const isDecimal = (value: string) => /^-?\d+(\.\d+)?$/.test(value);
  const isScore = (value: string) =>
    value === '' || (isDecimal(value) && Number(value) >= 0 && Number(value) <= 100);
  const readOnly = ['cmi.core.student_id', 'cmi.core.student_name', 'cmi.core.entry'];
  const writeOnly = ['cmi.core.exit', 'cmi.core.session_time'];
  const types: Record<string, (value: string) => boolean> = {
    'cmi.core.lesson_status': oneOf('passed completed failed incomplete browsed'),
    'cmi.core.score.raw': isScore,
    'cmi.core.score.min': isScore,
    'cmi.core.score.max': isScore,
    'cmi.core.exit': (value) => value === '' || oneOf('time-out suspend logout')(value),
    'cmi.core.session_time': (value) => /^\d{2,4}:\d{2}:\d{2}(\.\d{1,2})?$/.test(value),
    'cmi.suspend_data': (value) => value.length <= 4096,
  };
  const kept: Kept = {
    'cmi.core.student_id': 's-1024',
    'cmi.core.student_name': 'Lovelace, Ada',
    'cmi.core.entry': 'cmi.suspend_data' in before ? 'resume' : 'ab-initio',
    'cmi.core.lesson_status': 'not attempted',
    'cmi.suspend_data': '',
    ...before,
  };
  const log: string[] = [];
  let state: 'before' | 'open' | 'finished' = 'before';
  let last = '0';
  const ends = (code: string, value: string): string => {
    last = code;
    return value;
  };
  const called = (name: string, args: string[], run: () => string): string => {
    log.push(`${name}(${args.join(', ')})`);
    if (args.some((each) => typeof each !== 'string')) return ends('201', 'false');
    if (name !== 'LMSInitialize' && state !== 'open')
      return ends('301', name === 'LMSGetValue' ? '' : 'false');
    return run();
  };
  const withNothing = (none: string, run: () => void) => () => {
    if (none !== '') return ends('201', 'false');
    run();
    return ends('0', 'true');
  };
  return {
    ...{ log, kept },
    LMSInitialize: (none) =>
      called('LMSInitialize', [none], () =>
        state === 'before'
          ? withNothing(none, () => {
              state = 'open';
            })()
          : ends('101', 'false'),
      ),
    LMSFinish: (none) =>
      called(
        'LMSFinish',
        [none],
        withNothing(none, () => {
          state = 'finished';
        }),
      ),
    LMSGetValue: (element) =>
      called('LMSGetValue', [element], () => {
        if (writeOnly.includes(element)) return ends('404', '');
        const value = kept[element];
        return value === undefined ? ends(element in types ? '0' : '201', '') : ends('0', value);
      }),
    LMSSetValue: (element, value) =>
      called('LMSSetValue', [element, value], () => {
        if (readOnly.includes(element)) return ends('403', 'false');
        const isRight = types[element];
        if (!isRight) return ends('201', 'false');
        if (!isRight(value)) return ends('405', 'false');
        kept[element] = value;
        return ends('0', 'true');
      }),
    LMSCommit: (none) =>
      called(
        'LMSCommit',
        [none],
        withNothing(none, () => {}),
      ),
    LMSGetLastError: () => last,
    LMSGetErrorString: (code) => errors[code] ?? '',
    LMSGetDiagnostic: (code) => errors[code] ?? '',
  };
}
