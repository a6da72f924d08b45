import { DownloadOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConfigurationSection, configurationSections, isSection } from '#domain/configuration/item.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { download } from '#web/engine/transfer/transfer-api.ts';
import { Failure } from '#web/ui/failure.tsx';

/** Saves the chosen sections as a file. */
export function ExportCard() {
  const { t } = useTranslation();
  const nameId = useId();
  const [sections, setSections] = useState<ConfigurationSection[]>([...configurationSections]);
  const [installation, setInstallation] = useState(window.location.host);
  const { busy, failure, run } = useAsyncAction();
  const name = installation.trim();
  const save = () =>
    run(async () => {
      const query = new URLSearchParams({ sections: sections.join(','), installation: name });
      await download(`/api/services/app/ConfigurationTransfer/Export?${query}`);
    });
  return (
    <section className="configuration-card" aria-labelledby="configuration-export">
      <h2 id="configuration-export">{t('configuration.export')}</h2>
      <p className="cw-soft configuration-text">{t('configuration.exportText')}</p>
      <fieldset className="configuration-sections">
        <legend>{t('configuration.sections')}</legend>
        <Checkbox.Group
          value={sections}
          onChange={(values) => setSections(values.filter(isSection))}
          options={configurationSections.map((value) => ({
            value,
            label: t(`configuration.section.${value}`),
          }))}
        />
        {sections.length === 0 && (
          <p role="alert" className="configuration-error">
            {t('configuration.chooseSection')}
          </p>
        )}
      </fieldset>
      <div className="configuration-name">
        <label htmlFor={nameId}>{t('configuration.installation')}</label>
        <Input
          id={nameId}
          value={installation}
          maxLength={100}
          status={name === '' ? 'error' : ''}
          onChange={(event) => setInstallation(event.target.value)}
        />
        <span className="cw-soft">{t('configuration.installationText')}</span>
      </div>
      {failure !== null && <Failure title={t('configuration.exportFailed')} error={failure} />}
      <Button
        type="primary"
        icon={<DownloadOutlined />}
        loading={busy}
        disabled={sections.length === 0 || name === ''}
        onClick={() => void save()}
      >
        {t('configuration.download')}
      </Button>
    </section>
  );
}
