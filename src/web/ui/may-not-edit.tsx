import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RuleText } from './rule-text.tsx';

interface Props {
  /** What the record is called. */
  name: string;
  /** Its state. */
  state: ReactNode;
  /** Why, and by which rule, as far as the server says. */
  reason: string;
  rule: string | null | undefined;
  /** The record's own page. */
  page: string;
  pageName: string;
}

/** In place of a form that is not open to me: the record with its state, why, and the way to its page. */
export function MayNotEdit({ name, state, reason, rule, page, pageName }: Props) {
  return (
    <div className="cw-page plan-stack">
      <header className="cw-bar">
        <h1 className="cw-title">{name}</h1>
        {state}
      </header>
      <Alert
        type="warning"
        showIcon
        message={reason}
        description={rule && <RuleText text={rule} />}
        action={<Link to={page}>{pageName}</Link>}
      />
    </div>
  );
}
