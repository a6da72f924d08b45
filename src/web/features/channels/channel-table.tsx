import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Channel, type ChannelChoices, channels } from '#domain/notices/channels.ts';
import { messageKinds } from '#domain/notices/message-kinds.ts';

interface Props {
  /** What holds, by kind. */
  inForce: Readonly<Record<string, readonly Channel[]>>;
  /** What was chosen here, over that. */
  choices: ChannelChoices;
  onChange: (choices: ChannelChoices) => void;
  /** Channels that there are not here. */
  without?: readonly Channel[];
}

/** Kinds of messages against channels. */
export function ChannelTable({ inForce, choices, onChange, without = [] }: Props) {
  const { t } = useTranslation();
  const shown = channels.filter((one) => !without.includes(one));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than its place is scrolled by keyboard too
    <section className="cw-channels-table" tabIndex={0} aria-label={t('channels.byKind')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('channels.kind')}</th>
            {shown.map((channel) => (
              <th key={channel} scope="col">
                {t(`channels.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {messageKinds.map((kind) => {
            const chosen = choices[kind] ?? inForce[kind] ?? [];
            return (
              <tr key={kind}>
                <th scope="row">{t(`notices.kind.${kind}`)}</th>
                {shown.map((channel) => (
                  <td key={channel} data-channel={t(`channels.${channel}`)}>
                    <Checkbox
                      checked={chosen.includes(channel)}
                      aria-label={t('channels.cell', {
                        kind: t(`notices.kind.${kind}`),
                        channel: t(`channels.${channel}`),
                      })}
                      onChange={({ target }) =>
                        onChange({
                          ...choices,
                          [kind]: channels.filter((one) =>
                            one === channel ? target.checked : chosen.includes(one),
                          ),
                        })
                      }
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
