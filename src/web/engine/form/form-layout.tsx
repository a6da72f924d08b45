import { Badge, Card, Tabs } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { type Store, useStore } from '#web/client/store.ts';
import type { FormGroup } from '#web/engine/form-schema.ts';

interface Props {
  groups: FormGroup[];
  /** Title of the open tab; null: the first. */
  tab: Store<string | null>;
  contents: ReadonlyMap<string, ReactElement>;
  /** Fields with something wrong: a tab that hides one says so. */
  faulty: ReadonlySet<string>;
}

/** Groups as cards, those of a tab under it. Hidden tabs stay drawn: what is typed there is not lost, and can be focused. */
export function FormLayout({ groups, tab, contents, faulty }: Props) {
  const { t } = useTranslation();
  const open = useStore(tab);
  const titles = [...new Set(groups.flatMap((group) => (group.tab === undefined ? [] : [group.tab])))];
  const cards = (title: string | undefined) =>
    groups
      .filter((group) => group.tab === title)
      .map(({ title: name, fields }) => (
        <Card
          key={name ?? fields[0]}
          size="small"
          title={name}
          role={name ? 'group' : undefined}
          aria-label={name}
        >
          <div className="cw-form-grid">{fields.map((field) => contents.get(field))}</div>
        </Card>
      ));
  const errorsOf = (title: string) =>
    groups
      .filter((group) => group.tab === title)
      .flatMap(({ fields }) => fields)
      .filter((field) => faulty.has(field)).length;
  return (
    <div className="cw-form-groups">
      {cards(undefined)}
      {titles.length > 0 && (
        <Tabs
          activeKey={open !== null && titles.includes(open) ? open : titles[0]}
          onChange={(next) => tab.set(next)}
          items={titles.map((title) => {
            const count = errorsOf(title);
            return {
              key: title,
              forceRender: true,
              label:
                count === 0 ? (
                  title
                ) : (
                  <>
                    {title} <Badge count={count} size="small" title={t('form.tabFaults', { count })} />
                  </>
                ),
              children: <div className="cw-form-groups">{cards(title)}</div>,
            };
          })}
        />
      )}
    </div>
  );
}
