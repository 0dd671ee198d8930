/** An error whose message is said when it is read, in the language of whoever reads it. */
export const told = <Failure extends Error>(error: Failure, say: () => string): Failure =>
  Object.defineProperty(error, 'message', { get: say });
