import type { Page } from 'playwright-core';
import type { Locale } from '#domain/text/label.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { resources } from '#resources';
import { webTexts } from '#scripts/read-texts.ts';

/** Every key of the catalogues: none is shown to anybody. */
const keys = new Set([...Object.keys(webTexts.en), ...Object.keys(sharedTexts.en)]);
/** The names of holes in texts; one that is shown was never filled. */
const holes = new Set(
  [webTexts.en, sharedTexts.en].flatMap((texts) =>
    Object.values(texts).flatMap((text) => [...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name ?? '')),
  ),
);

/** Every Chinese text of our own: of the catalogues, and the labels of the schemas. */
const ownChinese = new Set(
  [
    ...[webTexts['zh-Hans'], sharedTexts['zh-Hans']].flatMap((texts) => Object.values(texts)),
    ...resources.flatMap(({ schema }) => chineseLabelsIn(schema)),
  ].filter((text) => /[\u3400-\u9fff]/.test(text)),
);

function chineseLabelsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'zh-Hans' && typeof value === 'string' ? [value] : chineseLabelsIn(value),
  );
}

/**
 * What anybody sees to be wrong with the page as it stands in its window, a line each: text that is cut off or covered,
 * a key or a hole of a catalogue, a time or an object as it is stored, a figure with more digits than anybody measured, a Chinese text of ours on an English
 * page. Maps are left out: what lies on one is drawn elsewhere, and its edge cuts by its nature.
 */
export async function sightingsOn(page: Page, locale: Locale): Promise<string[]> {
  const { shown, labels, lines } = await page.evaluate(look);
  const all = shown.join('\n');
  const words = all.match(/\b[a-z][\w-]*(?:\.[\w-]+)+/gi) ?? [];
  const digits = all.match(/-?\d+\.\d{7,}/g) ?? [];
  const times = shown.filter((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d\S*$/.test(text));
  const objects = shown.filter((text) => /^[{[]["{[]/.test(text)).map((text) => text.slice(0, 60));
  const unfilled = [...all.matchAll(/{{?\s*(\w+)\s*}}?/g)].filter(([, name]) => holes.has(name ?? ''));
  return [
    ...new Set([
      ...lines,
      ...words.filter((word) => keys.has(word)).map((key) => `key: ${key}`),
      ...digits.map((figure) => `digits: ${figure}`),
      ...times.map((time) => `time as it is stored: ${time}`),
      ...objects.map((object) => `JSON: ${object}`),
      ...unfilled.map(([hole]) => `hole: ${hole}`),
      ...(locale === 'en' ? labels.filter((text) => ownChinese.has(text)) : []).map(
        (text) => `not in English: ${text}`,
      ),
    ]),
  ];
}

/** Runs in the page: it has nothing but what is in it. */
function look() {
  const lines = new Set<string>();
  const shown: string[] = [];
  /** What names a thing of the product; values may be in the language of who wrote them, and so may the names of roles. */
  const labels: string[] = [];
  const naming = 'th, dt, label, legend, [role=tab], .ant-menu a, main#content button, .ant-empty';
  /** A letter's side bearing, and halves of a pixel. */
  const slack = 2;
  /** Drawn by their own rules. */
  const apart =
    '.leaflet-container, .cesium-widget, canvas, svg, [aria-hidden=true], .cw-strip-box, .cw-skip, .ant-table-header, .ant-notification, .ant-scroll-number';

  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  const isEmpty = ({ left, top, right, bottom }: Box) => right - left < 1 || bottom - top < 1;
  const both = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const nameOf = (element: Element) => {
    const [first = ''] = [...element.classList];
    return `${element.tagName.toLowerCase()}${first && `.${first}`}`;
  };
  const pathOf = (element: Element) =>
    [element.parentElement?.parentElement, element.parentElement, element]
      .flatMap((one) => (one ? [nameOf(one)] : []))
      .join(' > ');

  /** Not drawn at all, or for those who hear the page. */
  const isHidden = (element: Element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { clip, clipPath, overflow } = getComputedStyle(one);
      if (clip === 'rect(0px, 0px, 0px, 0px)' || clipPath.startsWith('inset(50%')) return true;
      const { width, height } = one.getBoundingClientRect();
      if (width <= 1 && height <= 1 && overflow === 'hidden') return true;
    }
    return false;
  };

  /** The whole text is one movement of the mouse away. */
  const isTold = (element: Element) => {
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    return element.closest('[title]:not([title=""])') !== null;
  };

  interface Cut {
    /** What is left of the box within all that cut it. */
    seen: Box;
    /** The first box that cuts it where nobody can scroll to the rest. */
    by: Element | null;
    ellipsis: boolean;
  }
  function cutOf(element: Element, box: Box): Cut {
    let seen = both(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    // What can be scrolled to is not lost.
    let rest = box;
    let by: Element | null = null;
    let ellipsis = false;
    for (
      let one: Element | null = element;
      one && one !== document.documentElement;
      one = one.parentElement
    ) {
      const style = getComputedStyle(one);
      const frame = one.getBoundingClientRect();
      const left = frame.left + one.clientLeft;
      const top = frame.top + one.clientTop;
      const inner = { left, top, right: left + one.clientWidth, bottom: top + one.clientHeight };
      const overX = rest.right > inner.right + slack || rest.left < inner.left - slack;
      const overY = rest.bottom > inner.bottom + slack || rest.top < inner.top - slack;
      const cuts = one.clientWidth > 0 && (style.overflowX !== 'visible' || style.overflowY !== 'visible');
      if (cuts) {
        const scrolls = /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
        if (!scrolls && !by && (overX || overY)) {
          by = one;
          ellipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        }
        seen = both(seen, inner);
        if (scrolls || by) rest = both(rest, inner);
      }
      if (style.position === 'fixed') break;
    }
    return { seen, by, ellipsis };
  }

  /** A bar that stays while the rest is scrolled from under it. */
  const sticks = (cover: Element, under: Element) => {
    for (let one: Element | null = cover; one && !one.contains(under); one = one.parentElement) {
      const { position } = getComputedStyle(one);
      if (position === 'sticky') return true;
    }
    return false;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim();
    const element = node.parentElement;
    if (text === '' || !element || element.closest('script, style, noscript, template')) continue;
    if (isHidden(element)) continue;
    if (!element.closest('pre, code, textarea')) shown.push(text);
    if (element.closest(naming) && !element.closest('.cw-matrix-page th')) labels.push(text);
    if (element.closest(apart)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((rect) => !isEmpty(rect));
    for (const rect of rects) {
      const { seen, by, ellipsis } = cutOf(element, rect);
      const said = `"${text.slice(0, 60)}" in ${pathOf(element)}`;
      if (by) {
        const lost = Math.max(
          rect.right - seen.right,
          seen.left - rect.left,
          rect.bottom - seen.bottom,
          seen.top - rect.top,
        );
        if (!ellipsis) lines.add(`cut off by ${nameOf(by)} (${Math.round(lost)} px): ${said}`);
        else if (!isTold(element)) lines.add(`shortened without its title: ${said}`);
        if (ellipsis && by.clientWidth < 24) lines.add(`nothing left of it: ${said}`);
      }
      // What is at the edge of a box that scrolls is on its way.
      if (seen.right - seen.left < 4 || seen.bottom - seen.top < 0.7 * rect.height) continue;
      const y = (seen.top + seen.bottom) / 2;
      for (const x of [seen.left + 3, (seen.left + seen.right) / 2, seen.right - 3]) {
        const top = document.elementFromPoint(x, y);
        if (!top || top === element || element.contains(top) || top.contains(element)) continue;
        // A label and its control, a placeholder and its input: one lies in the other by design.
        if (top.closest('label, .ant-select, .ant-input-affix-wrapper, .ant-picker')?.contains(element))
          continue;
        // A toast goes by itself, and where it stands is tried in tests/component/notices.
        if (sticks(top, element) || top.closest('.ant-notification')) continue;
        lines.add(`covered by ${pathOf(top)}: ${said}`);
        break;
      }
    }
  }

  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) lines.add(`${over} px wider than its window`);
  return { shown, labels, lines: [...lines] };
}
