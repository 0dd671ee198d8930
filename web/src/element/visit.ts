const key = 'fovea-visited';

/** Whether a reader has been at the workbench before; false where the browser keeps nothing. */
export function hasVisited(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Keeps that the reader has been at the workbench, where the browser keeps anything. */
export function rememberVisit(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // The next visit begins with the opening once more.
  }
}
