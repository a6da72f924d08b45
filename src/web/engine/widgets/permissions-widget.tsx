import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { Input, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { permissions, withParents } from '#domain/identity/permissions.ts';
import { notHeld } from '#domain/identity/token-scope.ts';
import { useLocale } from '#web/client/locale.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { onEnter } from '#web/ui/composing.ts';

/**
 * The permission tree as a checklist. A leaf brings its branch along; taking a branch takes its leaves. What the user
 * does not hold is not offered; where the role holds it already, it is shown as it is.
 */
export function PermissionsWidget({ id, value, onChange, disabled, readonly, label }: WidgetProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [sought, setSought] = useState('');
  const user = useStore(currentUser);
  const held: string[] = Array.isArray(value) ? value.map(String) : [];
  const shown = held.join();
  const tree = useMemo(() => {
    const found = (name: string, text: string) =>
      `${name} ${text}`.toLowerCase().includes(sought.trim().toLowerCase());
    const closed = new Set(
      user
        ? notHeld(
            user.actor,
            permissions.map(({ name }) => name),
          )
        : [],
    );
    const visible = new Set(shown.split(','));
    const below = (parent: string | null): TreeDataNode[] =>
      permissions
        .filter((permission) => permission.parent === parent)
        .flatMap(({ name, label: text }) => {
          const children = below(name);
          // A branch stays for the sake of what is found under it.
          if (children.length === 0 && !found(name, text[locale])) return [];
          if (children.length === 0 && closed.has(name) && !visible.has(name)) return [];
          const title = (
            <>
              {text[locale]} <code style={{ color: 'var(--cw-soft)', fontSize: 12 }}>{name}</code>
            </>
          );
          return [{ key: name, title, children, disableCheckbox: closed.has(name) }];
        });
    return below(null);
  }, [locale, sought, user, shown]);
  return (
    <fieldset
      id={id}
      aria-label={label}
      aria-describedby={ariaDescribedByIds(id)}
      tabIndex={-1}
      className="cw-plain"
    >
      <div className="cw-bar">
        <Input.Search
          size="small"
          allowClear
          style={{ maxWidth: 280 }}
          aria-label={t('form.permissions.search')}
          placeholder={t('form.permissions.search')}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          onPressEnter={onEnter((event) => event.preventDefault())}
        />
        <span className="cw-soft" aria-live="polite">
          {t('form.permissions.held', { count: held.length })}
        </span>
      </div>
      <Tree
        // Found branches are opened: the tree opens all of what it is first given.
        key={sought}
        checkable
        checkStrictly
        selectable={false}
        defaultExpandAll
        disabled={disabled || readonly}
        treeData={tree}
        checkedKeys={held}
        onCheck={(_, { checked, node }) => {
          const name = String(node.key);
          const next = checked ? [...held, name] : held.filter((own) => own !== name && !isBelow(own, name));
          onChange(withParents(next));
        }}
      />
    </fieldset>
  );
}

function isBelow(name: string, branch: string): boolean {
  let parent = permissions.find((permission) => permission.name === name)?.parent ?? null;
  while (parent !== null) {
    if (parent === branch) return true;
    const above: string = parent;
    parent = permissions.find((permission) => permission.name === above)?.parent ?? null;
  }
  return false;
}
