import type { MinutesPaper, PaperTable } from './minutes-paper.ts';

/** The minutes as a document by itself that any browser opens; what people wrote is only text in it. */
export function minutesHtml(paper: MinutesPaper): string {
  const fact = ([name, value]: [string, string]) =>
    `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`;
  const items = paper.items.map(({ heading, notes, decisions, tasks }) =>
    [
      `<h2>${escaped(heading)}</h2>`,
      ...notes.map((line) => `<p>${escaped(line)}</p>`),
      ...(decisions
        ? [
            `<h3>${escaped(decisions.title)}</h3><ol>${decisions.items.map((text) => `<li>${escaped(text)}</li>`).join('')}</ol>`,
          ]
        : []),
      ...(tasks ? [`<h3>${escaped(tasks.title)}</h3>${tableOf(tasks.table)}`] : []),
    ].join('\n'),
  );
  return `<!doctype html>
<html lang="${paper.locale === 'en' ? 'en' : 'zh-CN'}">
<head>
<meta charset="utf-8">
<title>${escaped(paper.title)}</title>
<style>
@page { size: A4; margin: 20mm; }
body { font: 11pt/1.5 "Noto Serif CJK SC", SimSun, serif; max-width: 180mm; margin: 0 auto; padding: 5mm; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #888; padding: 2mm; text-align: start; vertical-align: top; }
h2 { font-size: 13pt; } h3 { font-size: 11pt; } p { margin: 0 0 2mm; white-space: pre-wrap; }
</style>
</head>
<body>
<h1>${escaped(paper.title)}</h1>
<p>${escaped(paper.state)}</p>
<table>
${paper.facts.map(fact).join('\n')}
</table>
${items.join('\n')}
<h2>${escaped(paper.approvals.title)}</h2>
${tableOf(paper.approvals.table)}
</body>
</html>
`;
}

function tableOf({ heads, rows }: PaperTable): string {
  const line = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${line(heads, 'th')}\n${rows.map((row) => line(row, 'td')).join('\n')}</table>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark);
}
