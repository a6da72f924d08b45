import type { FileChild } from 'docx';
import { cleanText } from '#domain/text/clean.ts';
import type { MinutesPaper, PaperTable } from './minutes-paper.ts';

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Of paper, twentieths of a point: A4 with margins of 20 mm. */
const a4 = { width: 11_906, height: 16_838 };
const margin = 1_134;
const room = a4.width - 2 * margin;
const cellMargins = { top: 60, bottom: 60, left: 100, right: 100 };

/** The minutes as a Word document (Office Open XML), with headings, lists and tables of its own, to be worked on further. */
export async function minutesWord(paper: MinutesPaper): Promise<Buffer> {
  // Large, and needed by few.
  const docx = await import('docx');
  const { Paragraph, TextRun, HeadingLevel } = docx;
  const text = (words: string, bold = false) => new TextRun({ text: printable(words), bold });
  const plain = (words: string) => new Paragraph({ children: [text(words)], spacing: { after: 80 } });
  const heading = (words: string, level: (typeof HeadingLevel)[keyof typeof HeadingLevel]) =>
    new Paragraph({
      heading: level,
      keepNext: true,
      spacing: { before: 200, after: 80 },
      children: [text(words)],
    });

  /** `widths`: shares of the whole; `isHead`: which cells are heads. */
  const tableOf = (
    rows: readonly string[][],
    widths: readonly number[],
    isHead: (row: number, column: number) => boolean,
  ) => {
    const sum = widths.reduce((all, one) => all + one, 0);
    const columnWidths = widths.map((one) => Math.floor((room * one) / sum));
    return new docx.Table({
      width: { size: room, type: docx.WidthType.DXA },
      columnWidths,
      rows: rows.map(
        (cells, row) =>
          new docx.TableRow({
            cantSplit: true,
            // Where it says no, some programs read yes.
            ...(cells.every((_, column) => isHead(row, column)) ? { tableHeader: true } : {}),
            children: cells.map(
              (words, column) =>
                new docx.TableCell({
                  width: { size: columnWidths[column] ?? 0, type: docx.WidthType.DXA },
                  margins: cellMargins,
                  children: [new Paragraph({ children: [text(words, isHead(row, column))] })],
                }),
            ),
          }),
      ),
    });
  };
  const headed = ({ heads, rows }: PaperTable, widths: readonly number[]) =>
    tableOf([heads, ...rows], widths, (row) => row === 0);

  const children: FileChild[] = [
    heading(paper.title, HeadingLevel.HEADING_1),
    plain(paper.state),
    tableOf(paper.facts, [1, 4], (_, column) => column === 0),
  ];
  for (const [index, { heading: words, notes, decisions, tasks }] of paper.items.entries()) {
    children.push(heading(words, HeadingLevel.HEADING_2), ...notes.map(plain));
    if (decisions) {
      children.push(heading(decisions.title, HeadingLevel.HEADING_3));
      for (const decision of decisions.items)
        children.push(
          new Paragraph({
            numbering: { reference: 'decisions', level: 0, instance: index },
            children: [text(decision)],
          }),
        );
    }
    if (tasks) children.push(heading(tasks.title, HeadingLevel.HEADING_3), headed(tasks.table, [4, 1, 1]));
  }
  children.push(
    heading(paper.approvals.title, HeadingLevel.HEADING_2),
    headed(paper.approvals.table, [1, 1, 2, 2]),
  );

  const font = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: 'SimSun' };
  /** `size`: half points. */
  const headStyle = (size: number) => ({ run: { font, size, bold: true, color: '000000' } });
  const document = new docx.Document({
    title: printable(paper.title),
    creator: printable(paper.author),
    styles: {
      default: {
        document: { run: { font, size: 22, language: { value: 'en-GB', eastAsia: 'zh-CN' } } },
        heading1: headStyle(36),
        heading2: headStyle(26),
        heading3: headStyle(22),
      },
    },
    numbering: {
      config: [
        {
          reference: 'decisions',
          levels: [
            {
              level: 0,
              format: docx.LevelFormat.DECIMAL,
              text: '%1.',
              style: { paragraph: { indent: { left: 480, hanging: 360 } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        properties: {
          page: { size: a4, margin: { top: margin, bottom: margin, left: margin, right: margin } },
        },
        children,
      },
    ],
  });
  return docx.Packer.toBuffer(document);
}

/** Without what XML 1.0 cannot hold (2.2): control characters, and halves of a character. */
function printable(text: string): string {
  return cleanText(text).replaceAll(/[\n\t]/g, ' ');
}
