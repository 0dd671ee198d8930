import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { programs } from '../../scripts/lib/other-browsers.mjs';
import { smokeTest } from './smoke';
import { freePort, startDisplay, startDriver } from './webkit-driver';

function openSession(driver: string, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  return new Builder().usingServer(driver).withCapabilities(capabilities).build();
}

smokeTest('WebKitGTK', async () => {
  const [driverProgram, miniBrowser, displayProgram] = programs('webkit');
  if (!driverProgram || !miniBrowser || !displayProgram) {
    throw new Error('WebKitGTK is not installed');
  }
  const display = await startDisplay(displayProgram);
  const started: { stop(): void }[] = [display];
  const stop = () => {
    for (const program of started) program.stop();
  };
  try {
    const server = await startDriver(driverProgram, await freePort(), display.name);
    started.unshift(server);
    const session = await openSession(server.address, miniBrowser);
    return {
      open: (address) => session.get(address),
      evaluate: (expression) => session.executeScript(`return ${expression}`) as Promise<never>,
      close: () => session.quit().finally(stop),
    };
  } catch (error) {
    stop();
    throw error;
  }
});
