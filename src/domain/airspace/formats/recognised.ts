import { nameValues } from '#domain/text/name-in.ts';
import { isObject } from '#domain/text/narrow.ts';
import { type AirspaceFormat, type ImportedFile, noFile } from './draft.ts';
import { looksLikeEd269 } from './ed269.ts';
import { looksLikeEd318 } from './ed318.ts';
import { isGeometryType } from './geojson.ts';

/** Characters in which the first element of an XML file or the first record of OpenAir begins. */
const enoughToRecognise = 20_000;

/** Whether a text can only be JSON. */
export const isJsonText = (text: string): boolean => /^[\uFEFF\s]*[{[]/.test(text);

/** The format of a text, `content` being what it holds as JSON; null: its content fits none that is read. */
export function recognisedFormat(text: string, content: unknown): AirspaceFormat | null {
  const root = rootOf(text);
  if (root !== null) return root;
  if (looksLikeEd318(content)) return 'ed318';
  if (looksLikeEd269(content)) return 'ed269';
  if (isObject(content)) {
    const isGeoJson = ['FeatureCollection', 'Feature'].includes(String(content.type));
    return isGeoJson || isGeometryType(content.type) ? 'geojson' : null;
  }
  return /^[ \t]*(?:AC|AN|AY)[ \t]+\S/im.test(text.slice(0, enoughToRecognise)) &&
    !text.trimStart().startsWith('<')
    ? 'openair'
    : null;
}

/** A byte order mark, also one that was read as Latin letters, and padding. */
const beforeRoot = /^(?:[\uFEFF\s\0]|ï»¿)+/;

/** The format that the first element of an XML file belongs to; null: the text is not XML, or of another kind. */
function rootOf(text: string): 'kml' | 'gpx' | null {
  const start = text.slice(0, enoughToRecognise).replace(beforeRoot, '');
  if (!start.startsWith('<')) return null;
  const markup = start.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '');
  const name = /<(?:[\w-]+:)?([A-Za-z]\w*)[\s/>]/.exec(markup)?.[1]?.toLowerCase();
  if (name === 'gpx') return 'gpx';
  // Parts of a document without the element around them are read as well.
  return name === 'kml' || name === 'document' || name === 'folder' ? 'kml' : null;
}

/** Formats as users know them. */
const formatNames: Record<AirspaceFormat, string> = {
  geojson: 'GeoJSON',
  openair: 'OpenAir',
  ed269: 'ED-269',
  ed318: 'ED-318',
  kml: 'KML',
  gpx: 'GPX',
  shapefile: 'Shapefile',
};

/** Why a file is not read in the format that the user chose: it is of another one, which is named. */
export function otherFormat(chosen: AirspaceFormat, found: AirspaceFormat): ImportedFile {
  const name = formatNames[found];
  const article = /^[OE]/.test(name) ? 'an' : 'a';
  const file = found === 'shapefile' ? name : `${name} file`;
  return noFile(chosen, 'otherFormat', {
    ...nameValues('found', {
      name: found === 'shapefile' ? name : `${name} 文件`,
      nameEn: `${article} ${file}`,
    }),
    format: name,
    chosen: formatNames[chosen],
  });
}
