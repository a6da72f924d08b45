import { expect, test } from 'vitest';
import { disposition } from '#server/engine/files/answer.ts';
import { fileNameOf } from '#server/engine/files/file-types.ts';
import { asAttachment } from '#server/http/as-attachment.ts';

test.each([
  ['保险单 2026.pdf', '保险单 2026.pdf'],
  // A browser writes a quote of a name so.
  ['飞行计划%22终稿%22.pdf', '飞行计划"终稿".pdf'],
  ['“引号”与：冒号？.pdf', '“引号”与：冒号？.pdf'],
  // Decomposed, as some systems send it.
  ['Ko\u0308ln.pdf', 'K\u00f6ln.pdf'],
  ['100%.pdf', '100%.pdf'],
  ['飞行 (1)\u2019s.pdf', '飞行 (1)\u2019s.pdf'],
  ['C:\\fakepath\\a.pdf', 'a.pdf'],
  ['../../etc/passwd', 'passwd'],
])('the file %s is kept as %s', (given, kept) => {
  expect(fileNameOf(given)).toBe(kept);
});

test.each(['保险单 2026.pdf', '飞行计划"终稿".pdf', "it's (1)*.pdf", '100%.pdf', 'a\\b.pdf'])(
  '%s comes back under its name, which no quote in it ends early',
  (name) => {
    for (const header of [disposition('attachment', name), asAttachment(name)]) {
      const [, plain = '', coded = ''] =
        /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w.~!#$&+^`|%-]+)$/.exec(header) ?? [];
      expect(plain).toMatch(/^[\x20-\x7e]+$/);
      expect(decodeURIComponent(coded)).toBe(name);
    }
  },
);
