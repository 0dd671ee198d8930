// What figures are measured on.
import os from 'node:os';

/** The processor and its cores as this machine sees them, and the programs that took part. */
export function machine(programs) {
  const cores = os.cpus();
  const day = new Date().toISOString().slice(0, 10);
  const processor = `${cores[0].model.trim()}, ${cores.length} cores`;
  return [`${processor}, ${day}`, ...programs].join('; ');
}
