/** Has the browser save data as a file. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Once the download has started, the browser keeps the data itself.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
