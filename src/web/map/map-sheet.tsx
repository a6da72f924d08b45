import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The panels of the map on a phone: one sheet at the foot, with tabs; a card of what was touched goes before them. */
export function MapSheet({
  tabs,
  card,
}: {
  tabs: { id: string; title: string; content: ReactNode }[];
  card: ReactNode | null;
}) {
  const { t } = useTranslation();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = tabs.find(({ id }) => id === openId);
  return (
    <div className="cw-map-sheet" data-open={card !== null || open !== undefined}>
      {card}
      <div className="cw-map-sheet-tabs" role="tablist" aria-label={t('map.panels')}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`cw-tab-${id}`}
            aria-selected={id === openId}
            aria-controls="cw-map-sheet-body"
            onClick={() => setOpenId(id === openId ? null : id)}
          >
            {title}
          </button>
        ))}
      </div>
      {open && !card && (
        <div
          id="cw-map-sheet-body"
          className="cw-map-sheet-body"
          role="tabpanel"
          aria-labelledby={`cw-tab-${open.id}`}
        >
          {open.content}
        </div>
      )}
    </div>
  );
}
