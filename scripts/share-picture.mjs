// The picture that a link to the page is shown with: the page's own opening, as Chromium draws it.
import { readFileSync, writeFileSync } from 'node:fs';
import { folderServer, listen } from './lib/static-server.mjs';

const size = { width: 1200, height: 630 };

/** What is in the picture: the question, the words and their arches. */
const look = `
  .actions, .links, .time { display: none !important; }
  :host([opening]) { grid-template-rows: 48px 1fr !important; }
`;

async function picture(folder, browser) {
  const server = folderServer(folder);
  const origin = await listen(server);
  try {
    const page = await browser.newPage({
      viewport: size,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    await page.goto(origin);
    const explorer = page.locator('fovea-explorer');
    await explorer.locator('.opening .amount').first().waitFor();
    await explorer.evaluate((element, css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      element.shadowRoot.adoptedStyleSheets.push(sheet);
    }, look);
    const bytes = await page.screenshot();
    await page.close();
    return bytes;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** An address of the site as a folder's, so that names resolve below it. */
function folderOf(site) {
  if (!/^https?:\/\//.test(site) || !URL.canParse(site))
    throw new Error(
      `FOVEA_SITE is "${site}". It must be the page's address, such as https://example.org/fovea/`,
    );
  return new URL(site.endsWith('/') ? site : `${site}/`);
}

/**
 * The page's tags, where `site`, or FOVEA_SITE, is the address at which it will stand: what reads links asks for an
 * absolute address of the picture, and runs no script that could work it out. Where the address is not
 * known it is relative, which some readers resolve and others pass over.
 */
export const shareTags = (site = process.env.FOVEA_SITE ?? '') => [
  ['og:type', 'website'],
  ['og:title', 'Fovea: watch a Transformer read'],
  [
    'og:description',
    'What does “it” mean here? Watch a small Transformer work it out, number by number.',
  ],
  ['og:image', site ? new URL('share.png', folderOf(site)).href : 'share.png'],
  ...(site ? [['og:url', folderOf(site).href]] : []),
  ['og:image:width', String(size.width)],
  ['og:image:height', String(size.height)],
  [
    'og:image:alt',
    'A sentence with arches from the word “it” to the words that the model looks at.',
  ],
];

/** Writes share.png into a built site, and the page's tags that name it. */
export async function addSharePicture(folder, browser) {
  writeFileSync(`${folder}/share.png`, await picture(folder, browser));
  const meta = shareTags().map(
    ([name, content]) => `<meta property="${name}" content="${content}" />`,
  );
  const card = '<meta name="twitter:card" content="summary_large_image" />';
  const page = readFileSync(`${folder}/index.html`, 'utf8');
  const filled = page.replace('</head>', () => `${[...meta, card].join('\n')}\n</head>`);
  writeFileSync(`${folder}/index.html`, filled);
}
