import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Progress } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayImport } from '#contract/playback.ts';
import { isObject } from '#domain/text/narrow.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { localText } from '#web/client/clock.ts';
import { download, upload } from '#web/engine/transfer/transfer-api.ts';
import { Failure } from '#web/ui/failure.tsx';

/** A recorded day as a file: out of this installation, and into it. */
export function DayFile({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState<number | null>(null);
  const { busy, failure, run } = useAsyncAction();
  const save = () =>
    run(async () => void (await download(`/api/services/app/Playback/ExportDay?day=${day}`)));
  const take = (file: File) =>
    run(async () => {
      const form = new FormData();
      form.append('file', file);
      try {
        const answer = await upload('/api/playback/days', form, setPart);
        const found = isObject(answer) && isObject(answer.result) ? (answer.result as DayImport) : null;
        if (!found) return;
        await client.invalidateQueries({ queryKey: ['playback'] });
        const { tracks, positions, keptUntil } = found;
        message.success(
          [
            t('playback.day.taken', { day: found.day, tracks, positions }),
            keptUntil && t('playback.day.keptUntil', { at: localText(keptUntil) }),
          ]
            .filter(Boolean)
            .join(' '),
          10,
        );
        onDay(found.day);
      } finally {
        setPart(null);
      }
    });
  return (
    <>
      <Button size="small" loading={busy && part === null} disabled={busy} onClick={() => void save()}>
        {t('playback.day.export')}
      </Button>
      <Button size="small" disabled={busy} onClick={() => input.current?.click()}>
        {t('playback.day.import')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".gz,application/gzip"
        className="cw-hidden"
        tabIndex={-1}
        aria-label={t('playback.day.import')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again.
          target.value = '';
          if (file) void take(file);
        }}
      />
      {part !== null && (
        <Progress
          size="small"
          style={{ width: 140 }}
          percent={Math.round(100 * part)}
          {...(part === 1 ? { format: () => t('playback.day.writing') } : {})}
        />
      )}
      {failure !== null && <Failure title={t('playback.day.failed')} error={failure} />}
    </>
  );
}
