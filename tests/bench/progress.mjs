// Says what is being measured, and how long the bench has measured.
let begun = null;

/** "  2:05  native: base, n = 64" */
export function progress(what, milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const minutes = String(Math.floor(seconds / 60)).padStart(3);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}  ${what}`;
}

export function say(what) {
  begun ??= performance.now();
  console.log(progress(what, performance.now() - begun));
}
