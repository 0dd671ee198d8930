import { Builder, Capabilities } from 'selenium-webdriver';
import { programs } from '../../scripts/lib/other-browsers.mjs';
import { smokeTest } from './smoke';
import { freePort, startDisplay, startDriver } from './webkit-driver';

smokeTest('WebKitGTK', async () => {
  const [driverProgram, miniBrowser, displayProgram] = programs('webkit');
  if (!driverProgram || !miniBrowser || !displayProgram) {
    throw new Error('WebKitGTK is not installed');
  }
  const display = await startDisplay(displayProgram);
  const server = await startDriver(driverProgram, await freePort(), display.name);
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
  });
  const session = await new Builder()
    .usingServer(server.address)
    .withCapabilities(capabilities)
    .build();
  return {
    open: (address) => session.get(address),
    evaluate: (expression) => session.executeScript(`return ${expression}`) as Promise<never>,
    close: async () => {
      await session.quit();
      server.stop();
      display.stop();
    },
  };
});
