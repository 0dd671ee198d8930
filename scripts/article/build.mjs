// Writes the article: beside the page in site/, and in one file for opening from a disk.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildPath, projectPath } from '../lib/paths.mjs';
import { escaped } from './fragments.mjs';
import { keptPictures } from './kept-pictures.mjs';
import { openModel, openStudies } from './model.mjs';
import { measure } from './numbers/index.mjs';
import { articlePage } from './page.mjs';
import { takePictures } from './pictures.mjs';

/** What the element needs beside it, where there are figures that need it. */
const files = ['fovea', 'fovea-learn', 'fovea-figures', 'fovea-relatives'];

/** Where no picture could be made, its words. */
const words = (alt) => `<p class="text-picture">${escaped(alt)}</p>`;

/**
 * A picture for each theme, of which the styles show one, on paper the light one. `address(view, theme)`
 * says where it is.
 */
const pictureWith =
  (pictures, address) =>
  ({ attributes: { view }, alt }) => {
    const picture = pictures.get(view);
    if (!picture) return words(alt);
    const size = `width="${picture.width}" height="${picture.height}"`;
    const images = Object.keys(picture.files).map(
      (theme) =>
        `<img class="${theme}" src="${address(view, theme)}" ${size} alt="${escaped(alt)}" loading="lazy" decoding="async" />`,
    );
    return `<div class="pictures">${images.join('')}</div>`;
  };

function writeSite(folder, html, pictures, script) {
  writeFileSync(`${folder}/article.js`, script);
  mkdirSync(`${folder}/article`, { recursive: true });
  for (const [view, { files: made }] of pictures)
    for (const [theme, bytes] of Object.entries(made))
      writeFileSync(`${folder}/article/${view}-${theme}.webp`, bytes);
  const picture = pictureWith(pictures, (view, theme) => `article/${view}-${theme}.webp`);
  const page = html(picture).replace(
    '</body>',
    '<script defer src="article.js"></script>\n</body>',
  );
  writeFileSync(`${folder}/article.html`, page);
}

function singleFile(place, html, pictures, script, inElement) {
  const styles = readFileSync(projectPath('web/article.css'), 'utf8');
  const data = (view, theme) =>
    `data:image/webp;base64,${pictures.get(view).files[theme].toString('base64')}`;
  const inert = files.map((name) => {
    const text = inElement(readFileSync(`${place}/${name}.js`, 'utf8'));
    return `<script type="text/plain" id="${name}">${text}</script>`;
  });
  const scripts = [...inert, `<script>${inElement(script)}</script>`].join('\n');
  return html(pictureWith(pictures, data))
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${styles}</style>`)
    .replace('</body>', () => `${scripts}\n</body>`);
}

/** What a picture is made of, beside the attributes of its figure. */
const sources = (site) => [
  ...files.map((name) => `${site}/${name}.js`),
  `${site}/article.css`,
  projectPath('scripts/article/easel.mjs'),
];

/** Attributes of the figures of the article, in their order. */
function figuresOf(html) {
  const figures = [];
  html(({ attributes }) => {
    figures.push(attributes);
    return '';
  });
  return figures;
}

/**
 * In `place`, site/ and the element's files are built already. `script` is the article's own;
 * `inElement` makes a script fit between <script> and </script>; `browser` takes the pictures, if there is one.
 */
export async function buildArticle(place, script, inElement, browser) {
  const numbers = measure(await openModel(), await openStudies());
  const { html, unused } = await articlePage(numbers);
  if (unused.length > 0)
    throw new Error(`numbers that the article does not use: ${unused.join(', ')}`);
  const site = `${place}/site`;
  for (const name of files) copyFileSync(`${place}/${name}.js`, `${site}/${name}.js`);
  copyFileSync(projectPath('web/article.css'), `${site}/article.css`);
  const pictures = await keptPictures(
    buildPath('article-pictures'),
    sources(site),
    figuresOf(html),
    (figures) => takePictures(site, figures, browser),
  );
  writeSite(site, html, pictures, script);
  writeFileSync(`${place}/article.html`, singleFile(place, html, pictures, script, inElement));
}
