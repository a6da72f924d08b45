import type { ReactNode } from 'react';
import { useMatches } from 'react-router';

/** A page that says one thing, without antd: for errors, in the frame and outside of it. */
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
  // The frame has a main part already.
  const Part = useMatches().some(({ id }) => id === 'frame') ? 'div' : 'main';
  return (
    <Part className="cw-center">
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
    </Part>
  );
}
