import { describe, expect, test } from 'vitest';
import { innerText, readXml, readXmlSteps, unescaped } from '#domain/information/xml-tree.ts';

describe('an XML document', () => {
  test('is read without the prefixes of its names, its entities as they stand', () => {
    const xml = `<?xml version="1.0"?>
      <a:kml xmlns:a="x" b:id=" 1 &amp; 2 "><name>R&amp;D &#8212; &nbsp;</name><c><![CDATA[<b>&lt;</b>]]></c></a:kml>`;
    expect(readXml(xml)).toMatchObject({
      name: 'kml',
      attributes: { id: '1 &amp; 2' },
      children: [{ name: 'name', text: 'R&amp;D &#8212; &nbsp;' }, { name: 'c' }],
    });
    expect(unescaped(innerText(readXml(xml)))).toContain('R&D — &nbsp;');
  });

  test.each([
    ['a sign & that is not escaped', '<a><n>R & D &x</n></a>', 'R & D &x'],
    ['a prefix that is not declared', '<a><gx:n>1</gx:n></a>', '1'],
    ['a line before the declaration', '\n<?xml version="1.0"?><a>1</a>', '1'],
    ['a second element, which is left out', '<a>1</a><b>2</b>', '1'],
    ['signs before it', 'ï»¿<a>1</a>', '1'],
    ['a control character', '<a>1\u0001</a>', '1\u0001'],
    ['a comment within a text', '<a>1<!-- 2 -->3</a>', '13'],
  ])('may have %s', (_, xml, text) => {
    expect(innerText(readXml(xml))).toBe(text);
  });

  test.each([
    ['an end that is missing', '<a><b>1</b>'],
    ['an end of another element', '<a><b>1</a></b>'],
    ['a type of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['nothing but text', 'hello'],
    ['more within each other than any report', `${'<a>'.repeat(61)}${'</a>'.repeat(61)}`],
    ['more elements than allowed', `<a>${'<b/>'.repeat(20_001)}</a>`],
    [
      'more attributes than any element',
      `<a ${Array.from({ length: 1_001 }, (__, n) => `b${n}="1"`).join(' ')}/>`,
    ],
  ])('with %s is none', (_, xml) => {
    expect(readXml(xml)).toBeNull();
  });

  test('is read in steps, wherever they divide it', () => {
    const name = '名'.repeat(40_000);
    const steps = readXmlSteps(`<a><n k="&lt;">${name}&amp;${name}</n></a>`);
    let count = 0;
    let last = steps.next();
    for (; !last.done; last = steps.next()) count += 1;
    expect(count).toBe(2);
    expect(last.value?.children[0]).toMatchObject({ text: `${name}&amp;${name}`, attributes: { k: '&lt;' } });
  });
});
