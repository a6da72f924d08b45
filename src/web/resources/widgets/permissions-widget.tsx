import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { Tree, type TreeDataNode } from 'antd';
import { useMemo } from 'react';
import { permissions, withParents } from '../../../domain/permissions.ts';
import { useLocale } from '../../locale.ts';

/** The permission tree as a checklist. A leaf brings its branch along; taking a branch takes its leaves. */
export function PermissionsWidget({ id, value, onChange, disabled, readonly, label }: WidgetProps) {
  const locale = useLocale();
  const tree = useMemo(() => {
    const below = (parent: string | null): TreeDataNode[] =>
      permissions
        .filter((permission) => permission.parent === parent)
        .map(({ name, label: text }) => ({
          key: name,
          title: (
            <>
              {text[locale]} <code style={{ color: 'var(--cw-soft)', fontSize: 12 }}>{name}</code>
            </>
          ),
          children: below(name),
        }));
    return below(null);
  }, [locale]);
  const held: string[] = Array.isArray(value) ? value.map(String) : [];
  return (
    <fieldset
      id={id}
      aria-label={label}
      aria-describedby={ariaDescribedByIds(id)}
      tabIndex={-1}
      className="cw-plain"
    >
      <Tree
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
