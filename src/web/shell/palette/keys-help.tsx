import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import './palette.css';

/** The keys of the product, by where they hold. Each part's own code listens for its own. */
const keys: { place: string; keys: [key: string, textKey: string][] }[] = [
  {
    place: 'anywhere',
    keys: [
      ['Ctrl/⌘ K', 'palette.key.palette'],
      ['?', 'palette.key.help'],
      ['Esc', 'palette.key.close'],
    ],
  },
  {
    place: 'list',
    keys: [
      ['/', 'palette.key.search'],
      ['F2 · Enter', 'palette.key.cell'],
    ],
  },
  { place: 'form', keys: [['Ctrl/⌘ S', 'palette.key.save']] },
  {
    place: 'record',
    keys: [['J · K', 'palette.key.neighbours']],
  },
  {
    place: 'desk',
    keys: [
      ['J · K', 'palette.key.neighbours'],
      ['A', 'palette.key.approve'],
      ['R', 'palette.key.refuse'],
    ],
  },
  {
    place: 'sheet',
    keys: [
      ['Ctrl/⌘ Enter', 'palette.key.sortie'],
      ['Alt Enter', 'palette.key.plan'],
      ['Ctrl/⌘ D', 'palette.key.fillDown'],
      ['Ctrl/⌘ B', 'palette.key.copyPlan'],
      ['Ctrl/⌘ Z', 'palette.key.undo'],
      ['F4', 'palette.key.allFields'],
      ['Alt T · Alt L', 'palette.key.suggested'],
    ],
  },
  {
    place: 'tomorrow',
    keys: [
      ['J · K', 'palette.key.neighbours'],
      ['X', 'palette.key.choose'],
      ['Shift A', 'palette.key.chooseAll'],
      ['O', 'palette.key.unfold'],
      ['Ctrl/⌘ Enter', 'palette.key.submit'],
    ],
  },
  {
    place: 'timeLine',
    keys: [
      ['← ↑ ↓ →', 'palette.key.bars'],
      ['+ · −', 'palette.key.zoom'],
      ['[ · ]', 'palette.key.pan'],
      ['Home', 'palette.key.now'],
    ],
  },
  {
    place: 'opening',
    keys: [
      ['J · K', 'palette.key.neighbours'],
      ['O', 'palette.key.openAirspace'],
      ['C', 'palette.key.closeAirspace'],
    ],
  },
  {
    place: 'conversation',
    keys: [
      ['J · K', 'palette.key.rooms'],
      ['N', 'palette.key.newRoom'],
      ['Enter', 'palette.key.send'],
      ['Shift Enter', 'palette.key.newLine'],
      ['↑', 'palette.key.editLast'],
      ['@', 'palette.key.mention'],
    ],
  },
  { place: 'situationMap', keys: [['R', 'palette.key.roomsBeside']] },
  {
    place: 'drawing',
    keys: [
      ['Ctrl/⌘ Z', 'palette.key.undo'],
      ['Ctrl/⌘ Y', 'palette.key.redo'],
      ['Esc', 'palette.key.putDown'],
    ],
  },
];

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal open footer={null} title={t('palette.keys')} onCancel={onClose} width={520}>
      {keys.map(({ place, keys: own }) => (
        <section key={place} aria-label={t(`palette.place.${place}`)}>
          <h3 style={{ margin: '8px 0', fontSize: 14 }}>{t(`palette.place.${place}`)}</h3>
          <dl className="cw-keys">
            {own.map(([key, textKey]) => (
              <div key={key} style={{ display: 'contents' }}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{t(textKey)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
