import type { PackageRequest } from '../../state/packages';
import { withSettings } from '../../state/settings';
import { viewOf } from '../../state/views';
import { spokenLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import { type Assignment, asSet, assignmentText, partsOf } from './assignment';

const inXml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`);

/** `imsmanifest.xml`: one activity, whose page is index.html, as SCORM 1.2's content packaging wants it. */
export function manifestOf(title: string, id: string, files: readonly string[]): string {
  const named = inXml(title);
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="fovea-${inXml(id)}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="class">
    <organization identifier="class">
      <title>${named}</title>
      <item identifier="activity" identifierref="page" isvisible="true">
        <title>${named}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
${files.map((file) => `      <file href="${inXml(file)}"/>`).join('\n')}
    </resource>
  </resources>
</manifest>
`;
}

/** The class as the attributes of a figure, after "#". */
const hashOf = (assignment: Assignment, lang: string): string =>
  `#${new URLSearchParams({
    view: 'class',
    settings: withSettings(assignmentText(asSet(assignment)), { lms: '1' }),
    ...(lang === 'en' ? {} : { lang }),
  })}`;

/** The script of the package's page: it opens the class. */
const scriptOf = (hash: string): string =>
  `if (!location.hash) history.replaceState(null, '', ${JSON.stringify(hash)});\n`;

/** embed.html as a page of one class. */
const pageOf = (embed: string, title: string, lang: string): string =>
  embed
    .replace('lang="en"', () => `lang="${lang}"`)
    .replace(/<title>.*<\/title>/, () => `<title>${inXml(title)}</title>`)
    .replace(
      /(?=<script defer src="embed\.js">)/,
      () => '<script defer src="class.js"></script>\n',
    );

/** The files that views are drawn by, beside those of the class itself. */
function filesOf({ tasks }: Assignment): readonly string[] {
  const of = tasks.map(partsOf);
  const views = of.flatMap(([kind, id]) => (kind === 'view' ? [id] : []));
  // The numbers of an answer stand on views that train, or run decoders, too.
  const asked = of.some(([kind]) => kind === 'ask') ? ['learn', 'relatives'] : [];
  const needed = views.flatMap((id) => {
    const { bundle, beneath } = viewOf(id) ?? {};
    return [bundle ?? [], beneath?.bundle ?? []].flat();
  });
  return [...new Set(['class', 'practice', 'figures', ...needed, ...asked])];
}

/** What the page is to zip for an LMS. */
export function packageWish(assignment: Assignment, tell: PackageRequest['tell']): PackageRequest {
  const lang = spokenLanguage();
  const title = assignment.title || msg`A class`;
  const words = lang === 'en' ? [] : [lang];
  const scripts = [...filesOf(assignment), ...words].map((name) => `fovea-${name}.js`);
  const own = ['fovea.js', 'embed.js', ...scripts];
  const made = ['index.html', 'class.js'];
  const hash = hashOf(assignment, lang);
  const id = [...hash].reduce((mark, each) => (mark * 31 + each.charCodeAt(0)) % 2 ** 32, 7);
  return {
    ...{ name: 'fovea-class.zip', own, tell },
    page: (embed) => ({
      'imsmanifest.xml': manifestOf(title, id.toString(36), [...made, ...own]),
      'index.html': pageOf(embed, title, lang),
      'class.js': scriptOf(hash),
    }),
  };
}
