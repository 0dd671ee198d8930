// Arithmetic on rows of numbers.

export const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

export const length = (a) => Math.sqrt(dot(a, a));

export const cosine = (a, b) => dot(a, b) / (length(a) * length(b));

export const sum = (a) => a.reduce((total, x) => total + x, 0);

export const mean = (a) => sum(a) / a.length;

export const deviation = (a) => Math.sqrt(mean(Array.from(a, (x) => (x - mean(a)) ** 2)));

/** The largest difference between two rows, number by number. */
export const distance = (a, b) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

export const largest = (a) => Math.max(...a);

export const argmax = (a) => a.indexOf(largest(a));

/** How spread the weights of a row are, in bits. */
export const entropy = (weights) =>
  -sum(Array.from(weights, (w) => (w > 0 ? w * Math.log2(w) : 0)));
