import { later, msg } from '../words/msg';
import { attributeForm, attributeNames, attributeValue } from './codec/fields';
import { extension, shortcode } from './quarto';
import type { State } from './state';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};

/** A text as it is in HTML or SVG, between tags or as an attribute's value. */
export function escaped(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => escapes[sign] ?? sign);
}

/** The attributes of a figure that are not as they are by themselves, with their values. */
export type FigureAttributes = readonly (readonly [name: string, value: string])[];

export function figureAttributes(state: State): FigureAttributes {
  return attributeNames
    .map((name) => [name, attributeValue(name, state)] as const)
    .filter(([name, value]) => {
      const { silent, shorthand } = attributeForm(name);
      return !shorthand && value !== silent;
    })
    .map(([name, value]) => [name, String(value)]);
}

/** Signs that mean something to Markdown, to Python, or to the templates that a file goes through. */
const special = /['\\`*_{}[\]$\t\n\r\u2028\u2029]/g;

/** The value of an attribute in HTML that is in a Markdown file: every reader sees the same. */
const attributeText = (value: string): string =>
  escaped(value).replace(special, (sign) => `&#${sign.charCodeAt(0)};`);

/** Attributes as they stand in a tag, each with a space before it. */
export const attributesText = (attributes: FigureAttributes): string =>
  attributes.map(([name, value]) => ` ${name}="${attributeText(value)}"`).join('');

export const scriptTag = (script: string): string =>
  `<script async src="${escaped(script)}"></script>`;

export const elementTag = (attributes: FigureAttributes): string =>
  `<fovea-encoder${attributesText(attributes)}></fovea-encoder>`;

/**
 * The line of HTML that puts a figure into another page. In a Markdown file it is a block of HTML
 * (CommonMark 0.31, section 4.6, condition 1): it begins with the script, and the script's end tag, on
 * the same line, ends the block with the line. No blank line can cut it short.
 */
export const figureLine = (attributes: FigureAttributes, script: string): string =>
  scriptTag(script) + elementTag(attributes);

/** The line for the figure as it is. */
export const embedSnippet = (state: State, script: string): string =>
  figureLine(figureAttributes(state), script);

/** A text to be copied. */
export interface RecipePart {
  /** The file that it belongs to; null for the place where the figure is to stand. */
  readonly file: string | null;
  readonly text: string;
}

/** How a figure gets into pages of one kind. */
export interface Recipe {
  readonly id: string;
  readonly name: string;
  /** What goes where, in a line. */
  readonly where: string;
  /** Where the script is if the writer says nothing; null where npm brings it. */
  readonly script: string | null;
  /** What has to stand on the writer's site beside what a view of it needs. */
  readonly files: readonly string[];
  /** The texts, for a script at that address. */
  parts(attributes: FigureAttributes, script: string): readonly RecipePart[];
}

const own = ['fovea.js'];

/** An address with nothing in it that ends a string, in whatever is around it. */
export const scriptAddress = (text: string): string =>
  text
    .trim()
    .replace(/[\s"'<>`{}\\^|]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

const line: Recipe['parts'] = (attributes, script) => [
  { file: null, text: figureLine(attributes, script) },
];

/** Attributes as shortcodes and components have them: between double quotes, where ' is a letter. */
const plain = (attributes: FigureAttributes): string =>
  attributesText(attributes).replaceAll('&#39;', "'");

/** An element with an attribute a line, as formatters of components write it. */
const component = (attributes: FigureAttributes): string =>
  `<fovea-encoder\n${attributes.map((each) => ` ${plain([each])}\n`).join('')}/>`;

/** The element, and its types for a framework. */
const imports = (framework: string): string => {
  const [element, types] = ['fovea', `fovea/${framework}`].map((name) => `'${name}';`);
  return `import ${element}\nimport type {} from ${types}`;
};

const receiver = `<script>
  addEventListener('message', ({ data, source }) => {
    for (const frame of document.querySelectorAll('iframe.fovea'))
      if (data?.type === 'fovea-height' && source === frame.contentWindow) frame.height = data.height;
  });
</script>`;

function frame(attributes: FigureAttributes, script: string): string {
  const page = script.replace(/[^/]*$/, 'embed.html');
  const choice = new URLSearchParams(attributes.map((each) => [...each]));
  const address = escaped(`${page}#${choice}`);
  return `<iframe class="fovea" src="${address}" title="A figure by Fovea" sandbox="allow-scripts" referrerpolicy="no-referrer" loading="lazy" width="100%" height="640" style="border: 0"></iframe>`;
}

const isCustomElement = `const isCustomElement = (tag) => tag === 'fovea-encoder';

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };`;

export const recipes: readonly [Recipe, ...Recipe[]] = [
  {
    ...{ id: 'html', name: 'HTML', script: 'fovea.js', files: own, parts: line },
    where: later('Put fovea.js next to the page, and this line where the figure should go.'),
  },
  {
    ...{ id: 'markdown', name: 'Markdown', script: '/fovea.js', files: own, parts: line },
    where: later(
      'For pandoc, Eleventy, Astro and anything else that keeps HTML in Markdown. Put fovea.js among your static files, and this line between two empty ones.',
    ),
  },
  {
    ...{ id: 'hugo', name: 'Hugo', script: 'fovea.js', files: own },
    where: later(
      'Put fovea.js in static/, the shortcode once in layouts/, and its call in the post.',
    ),
    parts: (attributes, script) => [
      {
        file: 'layouts/shortcodes/fovea.html',
        text: `<script async src="{{ "${script}" | relURL }}"></script>
<fovea-encoder{{ range $name, $value := .Params }}
  {{ printf "%s=\\"%s\\"" $name (htmlEscape (htmlUnescape $value)) | safeHTMLAttr }}{{ end }}></fovea-encoder>`,
      },
      { file: null, text: `{{< fovea${plain(attributes)} >}}` },
    ],
  },
  {
    ...{ id: 'jekyll', name: 'Jekyll', script: '/fovea.js', files: own },
    where: later(
      'Put fovea.js at the root of the site, the include once in _includes/, and its call in the post.',
    ),
    parts: (attributes, script) => [
      {
        file: '_includes/fovea.html',
        text: `<script async src="{{ '${script}' | relative_url }}"></script><fovea-encoder {% for pair in include %} {{ pair[0] }}="{{ pair[1] | escape_once }}"{% endfor %}></fovea-encoder>`,
      },
      { file: null, text: `{% include fovea.html${plain(attributes)} %}` },
    ],
  },
  {
    ...{ id: 'mkdocs', name: 'MkDocs', script: '../fovea.js', files: own, parts: line },
    where: later(
      'Plain or Material. Put fovea.js in docs/, and this line between two empty ones. A page it.md is served as it/, so the script is one folder up.',
    ),
  },
  {
    ...{ id: 'quarto', name: 'Quarto', script: null, files: own },
    where: later(
      'Put fovea.js with the two files of the extension in _extensions/fovea/, and its call on a line of its own. poster="FILE" names a picture for PDF.',
    ),
    parts: (attributes) => [
      { file: '_extensions/fovea/_extension.yml', text: extension },
      { file: '_extensions/fovea/fovea.lua', text: shortcode },
      { file: null, text: `{{< fovea${plain(attributes)} >}}` },
    ],
  },
  {
    ...{ id: 'react', name: 'React', script: null, files: [] },
    where: later('For React 19. npm install fovea adds the element and its types.'),
    parts: (attributes) => [
      { file: 'src/main.tsx', text: imports('react') },
      { file: null, text: component(attributes) },
    ],
  },
  {
    ...{ id: 'vue', name: 'Vue', script: null, files: [] },
    where: later(
      'For Vue 3. npm install fovea adds the element and its types; the config tells Vue it is a custom element.',
    ),
    parts: (attributes) => [
      { file: 'vite.config.mjs', text: isCustomElement },
      { file: 'src/Post.vue', text: imports('vue') },
      { file: null, text: component(attributes) },
    ],
  },
  {
    ...{ id: 'iframe', name: 'iframe', script: 'fovea.js' },
    where: later(
      'For pages that should share nothing with the figure. Put the three files in one folder. The script, once per page, makes each frame as tall as its figure; without it, the frame scrolls.',
    ),
    files: ['fovea.js', 'embed.html', 'embed.js'],
    parts: (attributes, script) => [
      { file: msg`once per page`, text: receiver },
      { file: null, text: frame(attributes, script) },
    ],
  },
  {
    ...{ id: 'notebook', name: 'Notebook', script: 'fovea.js', files: own },
    where: later(
      'A Jupyter cell. Put fovea.js next to the HTML file that nbconvert makes; in a live notebook the browser must be able to reach it.',
    ),
    parts: (attributes, script) => [
      {
        file: null,
        text: `from IPython.display import HTML

HTML(
    '${scriptTag(script)}'
    '${elementTag(attributes)}'
)`,
      },
    ],
  },
];
