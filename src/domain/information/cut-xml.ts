import type { InformationKind } from './bulletin.ts';

/** Elements that are one report each: IWXXM 3 and AIXM 5.1. */
const elements: Readonly<Record<string, InformationKind>> = {
  METAR: 'METAR',
  SPECI: 'SPECI',
  TAF: 'TAF',
  SIGMET: 'SIGMET',
  TropicalCycloneSIGMET: 'SIGMET',
  VolcanicAshSIGMET: 'SIGMET',
  AIRMET: 'AIRMET',
  VolcanicAshAdvisory: 'volcanicAsh',
  TropicalCycloneAdvisory: 'tropicalCyclone',
  AIXMBasicMessage: 'NOTAM',
};
const names = Object.keys(elements).join('|');

interface Piece {
  kind: InformationKind | null;
  raw: string;
}

/**
 * Cuts an XML document into its reports; each is an element as it stands, the names of name spaces with it. An AIXM
 * message of several events is cut into these. A document of no known element is one of no kind; one that declares a type
 * or entities of its own is left whole, so that whoever reads it sees that and refuses.
 */
export function cutXml(xml: string): Piece[] {
  const cut = elementsOf(xml, names).map(({ name, raw }) => ({ kind: elements[name] ?? null, raw }));
  const [first] = cut;
  if (!first || /<!(?:DOCTYPE|ENTITY)/i.test(xml)) return [{ kind: first?.kind ?? null, raw: xml.trim() }];
  return cut.flatMap((one) => {
    if (one.kind !== 'NOTAM') return [one];
    const events = elementsOf(one.raw, 'Event');
    return events.length > 1 ? events.map(({ raw }) => ({ kind: one.kind, raw })) : [one];
  });
}

/** The elements of these names, from where each opens to where it closes, else to the end. */
function elementsOf(xml: string, named: string): { name: string; raw: string }[] {
  const found: { name: string; raw: string }[] = [];
  const start = new RegExp(`<((?:[\\w-]+:)?(${named}))(?=[\\s>/])`, 'g');
  for (let open = start.exec(xml); open; open = start.exec(xml)) {
    const [, tag = '', name = ''] = open;
    const close = new RegExp(`</${tag}\\s*>`, 'g');
    close.lastIndex = start.lastIndex;
    const end = close.exec(xml) ? close.lastIndex : xml.length;
    found.push({ name, raw: xml.slice(open.index, end) });
    start.lastIndex = end;
  }
  return found;
}
