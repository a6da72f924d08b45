/** Small files of each kind that may be attached, and of some that may not; made here, byte by byte. */

/** One pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** One empty page; `about` makes its bytes differ. */
export function pdf(about = 'papers'): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>',
    `<< /Title (${about}) >>`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = text.length;
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<< /Size 5 /Root 1 0 R /Info 4 0 R >>\n`;
  return Buffer.from(`${text}startxref\n${table}\n%%EOF\n`);
}

export const kml =
  '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>';

export const geoJson = '{"type":"FeatureCollection","features":[]}';

/** An executable's first bytes, an archive, and pages that a browser would run. */
export const refused: [name: string, content: Buffer | string][] = [
  ['setup.pdf', Buffer.from('4d5a90000300000004000000ffff0000b8000000', 'hex')],
  ['archive.zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  ['page.txt', '<!DOCTYPE html><script>alert(1)</script>'],
  ['late.txt', 'harmless at first\n<script>alert(1)</script>'],
  ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['drawing.svg', '<?xml version="1.0"?>\n<!-- a drawing -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['feed.xml', '<?xml version="1.0"?><rss/>'],
  ['noise.txt', Buffer.from([0, 1, 2, 3, 250, 251, 252, 0, 7, 8])],
  ['empty.pdf', ''],
];
