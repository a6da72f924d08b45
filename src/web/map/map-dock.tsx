import { DownOutlined, MenuFoldOutlined, MenuUnfoldOutlined, RightOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '#domain/text/narrow.ts';
import { remember, remembered } from './map-memory.ts';

export interface DockSection {
  id: string;
  title: string;
  content: ReactNode;
  openAtFirst?: boolean;
}

interface DockState {
  folded: boolean;
  open: string[];
}

/**
 * The panels of a map, beside it and never over it: sections that open and close, folded as a whole into a narrow strip.
 * The card of what is chosen is below them, also while they are folded: the list that it was chosen from stays in place.
 */
export function MapDock({
  id,
  sections,
  card,
  yields = false,
}: {
  /** Under this name its state is kept on this device. */
  id: string;
  sections: DockSection[];
  card?: ReactNode;
  /** Something else was opened and needs its room: it folds until then, unless somebody unfolds it. */
  yields?: boolean;
}) {
  const { t } = useTranslation();
  const prefix = useId();
  const [state, setState] = useState<DockState>(
    () =>
      stateOf(remembered(`dock.${id}`)) ?? {
        folded: false,
        open: sections.flatMap((section) => (section.openAtFirst ? [section.id] : [])),
      },
  );
  const keep = (next: DockState) => {
    setState(next);
    remember(`dock.${id}`, next);
  };
  const { open } = state;
  const [unfolded, setUnfolded] = useState(false);
  useEffect(() => {
    if (!yields) setUnfolded(false);
  }, [yields]);
  const folded = yields ? !unfolded : state.folded;
  const list = useRef<HTMLDivElement>(null);
  const hasCard = Boolean(card);
  // The card takes room from the list: the row that opened it stays in sight.
  useEffect(() => {
    const chosen = document.activeElement;
    if (hasCard && list.current?.contains(chosen)) {
      const row = chosen?.querySelector('[aria-selected="true"]') ?? chosen?.closest('[role="option"]');
      row?.scrollIntoView({ block: 'nearest' });
    }
  }, [hasCard]);
  const word = t(folded ? 'map.dock.show' : 'map.dock.hide');
  return (
    <aside className="cw-dock" aria-label={t('map.panels')} data-folded={folded && !card}>
      <button
        type="button"
        className="cw-icon-button cw-dock-fold"
        aria-expanded={!folded}
        aria-label={word}
        title={word}
        onClick={() => (yields ? setUnfolded(folded) : keep({ ...state, folded: !folded }))}
      >
        {folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </button>
      {!folded && (
        <div ref={list} className="cw-dock-sections">
          {sections.map(({ id: sectionId, title, content }) => {
            const isOpen = open.includes(sectionId);
            return (
              <section key={sectionId} aria-label={title}>
                <button
                  type="button"
                  className="cw-dock-title"
                  aria-expanded={isOpen}
                  aria-controls={`${prefix}${sectionId}`}
                  onClick={() =>
                    keep({
                      ...state,
                      open: isOpen ? open.filter((one) => one !== sectionId) : [...open, sectionId],
                    })
                  }
                >
                  {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />} {title}
                </button>
                <div id={`${prefix}${sectionId}`} className="cw-dock-body" hidden={!isOpen}>
                  {isOpen && content}
                </div>
              </section>
            );
          })}
        </div>
      )}
      {card}
    </aside>
  );
}

function stateOf(value: unknown): DockState | null {
  if (!isObject(value) || !Array.isArray(value.open)) return null;
  return { folded: value.folded === true, open: value.open.filter((one) => typeof one === 'string') };
}
