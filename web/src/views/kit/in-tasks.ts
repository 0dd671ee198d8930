/** How long one task works, in milliseconds, before it lets the reader's keys and the picture have their turn. */
const patience = 30;

/** The rest of some work, whose steps are short; what they have come to is handed on. */
function goOn<Result>(
  steps: Iterator<void, Result>,
  then: (result: Result) => void,
): { readonly result: Result } | null {
  const end = performance.now() + patience;
  do {
    const { done, value } = steps.next();
    if (!done) continue;
    then(value);
    return { result: value };
  } while (performance.now() < end);
  setTimeout(() => goOn(steps, then));
  return null;
}

/**
 * Does work of many short steps, in one task if it is soon done and else in several. The result, where it
 * is there at once; `later` is called with one that comes in another task.
 */
export function inTasks<Result>(
  steps: Iterator<void, Result>,
  later: (result: Result) => void,
): Result | null {
  let first = true;
  const soon = goOn(steps, (result) => {
    if (!first) later(result);
  });
  first = false;
  return soon?.result ?? null;
}

/** Does the same work at once. */
export function atOnce<Result>(steps: Iterator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
