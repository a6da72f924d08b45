import { useTranslation } from 'react-i18next';
import { localText } from '#web/client/clock.ts';
import { useControlNotices } from '#web/features/notices/queries.ts';
import { PagedRows } from './paged-rows.tsx';

/** Control notices in force, the highest level first. */
export function NoticesPanel({ held, whole }: { held: boolean; whole: boolean }) {
  const { t } = useTranslation();
  const notices = [...useControlNotices()].sort((a, b) => a.level - b.level);
  return (
    <section className="board-panel" data-panel="notices">
      <h2>
        {t('board.notices')} <span className="cw-figures">{notices.length}</span>
      </h2>
      {notices.length === 0 ? (
        <p className="board-empty">{t('board.notices.none')}</p>
      ) : (
        <PagedRows
          rows={notices}
          rowHeight={92}
          held={held}
          whole={whole}
          label={t('board.notices')}
          keyOf={({ id }) => id}
          render={(notice) => (
            <div className="board-notice" data-level={notice.level}>
              <strong>{notice.levelText}</strong>
              <small className="cw-figures">
                {t('board.until', { time: localText(notice.endTime).slice(5) })}
              </small>
              <span>{notice.title}</span>
              <small>{notice.content}</small>
            </div>
          )}
        />
      )}
    </section>
  );
}
