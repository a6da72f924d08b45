import { Card } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelChoices, QuietHours } from '#domain/notices/channels.ts';
import { ChannelTable } from './channel-table.tsx';
import { QuietFields } from './quiet-fields.tsx';

/** What somebody chose, or a role. */
export interface Choice {
  choices: ChannelChoices;
  quiet: QuietHours | null;
}

/** Which kinds of messages come which way, and when none does. */
export function ChoiceCards({
  help,
  shown,
  onChange,
  ...table
}: {
  help: ReactNode;
  shown: Choice;
  onChange: (change: Partial<Choice>) => void;
} & Pick<ComponentProps<typeof ChannelTable>, 'inForce' | 'without'>) {
  const { t } = useTranslation();
  return (
    <>
      <Card size="small" title={<h2 className="cw-card-title">{t('channels.byKind')}</h2>}>
        <p style={{ marginTop: 0 }}>{help}</p>
        <ChannelTable {...table} choices={shown.choices} onChange={(choices) => onChange({ choices })} />
      </Card>
      <Card size="small" title={<h2 className="cw-card-title">{t('channels.quiet.title')}</h2>}>
        <QuietFields quiet={shown.quiet} onChange={(quiet) => onChange({ quiet })} />
      </Card>
    </>
  );
}
