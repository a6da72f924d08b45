import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EvidenceEntry, type EvidenceSection, evidenceSections } from '#domain/evidence/signed-file.ts';
import { isObject } from '#domain/text/narrow.ts';
import { DossierEntry, shownParts, trackParts } from './dossier-entry.tsx';
import { RoomEntries } from './room-entries.tsx';

/** Entries of one section that are shown: more would slow the page. */
const mostShown = 200;

/** What a dossier holds, section by section. It needs no server: names are in the file, labels in this page. */
export function DossierContents({ entries }: { entries: readonly EvidenceEntry[] }) {
  const { t } = useTranslation();
  const end = entries.find(({ section }) => section === 'end')?.value;
  const leftOut = isObject(end) && Array.isArray(end.leftOut) ? end.leftOut : [];
  return (
    <div className="verify-sections">
      <h3>{t('evidence.holds')}</h3>
      {evidenceSections
        .filter((section) => section !== 'head' && section !== 'end')
        .map((section) => {
          const own = entries.filter((entry) => entry.section === section);
          return (
            <Section key={section} section={section} count={own.length} isLeftOut={leftOut.includes(section)}>
              {section === 'chat' ? (
                <RoomEntries entries={own} />
              ) : (
                <Entries section={section} values={own.map(({ value }) => value)} />
              )}
            </Section>
          );
        })}
    </div>
  );
}

/** Opens to its entries; the first one, the plan, is open from the start. */
function Section({
  section,
  count,
  isLeftOut,
  children,
}: {
  section: EvidenceSection;
  count: number;
  isLeftOut: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(section === 'plan');
  const name = t(`evidence.part.${section}`);
  const note = isLeftOut && (
    <span className="cw-soft"> · {t(count === 0 ? 'evidence.leftOut' : 'evidence.leftOutPart')}</span>
  );
  if (count === 0)
    return (
      <p className="verify-none">
        {name} <span className="cw-figures">0</span>
        {note}
      </p>
    );
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {name} <span className="cw-figures">{count}</span>
        {note}
      </summary>
      {open && children}
    </details>
  );
}

function Entries({ section, values }: { section: EvidenceSection; values: readonly unknown[] }) {
  const { t } = useTranslation();
  const parts = section === 'tracks' ? trackParts(values) : shownParts(section, values);
  return (
    <>
      {parts.length > mostShown && <p role="status">{t('evidence.cut', { count: mostShown })}</p>}
      <ol className="verify-list">
        {parts.slice(0, mostShown).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no other identity than its place in the file
          <li key={index}>
            <DossierEntry part={part} />
          </li>
        ))}
      </ol>
    </>
  );
}
