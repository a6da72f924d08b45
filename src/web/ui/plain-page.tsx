import type { ReactNode } from 'react';

/** A page that says one thing, without antd: for errors and for what is outside the frame. */
export function PlainPage({
  sign,
  title,
  text,
  children,
}: {
  sign: string;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <main className="cw-center">
      <div className="cw-plain-page">
        <div aria-hidden="true" className="cw-sign">
          {sign}
        </div>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className="cw-bar" style={{ justifyContent: 'center' }}>
          {children}
        </div>
      </div>
    </main>
  );
}
