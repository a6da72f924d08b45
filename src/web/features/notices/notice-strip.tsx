import { PauseOutlined, RightOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldNotices, useRunning } from './folded.ts';
import { useControlNotices } from './queries.ts';
import './notices.css';

/** Pixels of each frame (specification §9). */
const step = 0.5;

/**
 * Control notices in force, running along the top until they are acknowledged; then they are a chip in the bottom bar
 * (notice-button.tsx). The line stands still while it is pointed at, and when it is told to.
 */
export function NoticeStrip() {
  const { t } = useTranslation();
  const notices = useControlNotices();
  const running = useRunning(notices);
  const text = running
    .map(({ levelText, title, content }) => t('notices.line', { level: levelText, title, content }))
    .join('　　');
  if (text === '') return null;
  return (
    <section className="cw-strip" aria-label={t('notices.control')}>
      <Running key={text} text={text} />
      {running.some(({ mustAcknowledge }) => !mustAcknowledge) && (
        <Button
          type="text"
          size="small"
          icon={<UpOutlined />}
          aria-label={t('notices.fold')}
          title={t('notices.fold')}
          onClick={() => foldNotices(notices)}
        />
      )}
    </section>
  );
}

function Running({ text }: { text: string }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  const at = useRef(0);
  const [paused, setPaused] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [pointed, setPointed] = useState(false);
  const still = paused || pointed;

  useEffect(() => {
    if (still) return;
    let frame = 0;
    const run = () => {
      const [outer, inner] = [box.current, line.current];
      if (outer && inner && inner.offsetWidth > 0) {
        // What has run out on the left comes in again on the right.
        at.current = at.current < -inner.offsetWidth ? outer.clientWidth : at.current - step;
        inner.style.transform = `translateX(${at.current}px)`;
      }
      frame = requestAnimationFrame(run);
    };
    frame = requestAnimationFrame(run);
    return () => cancelAnimationFrame(frame);
  }, [still]);

  return (
    <>
      <div
        ref={box}
        className="cw-strip-box"
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
      >
        <span ref={line}>{text}</span>
      </div>
      <Button
        type="text"
        size="small"
        icon={paused ? <RightOutlined /> : <PauseOutlined />}
        aria-label={t(paused ? 'notices.run' : 'notices.pause')}
        title={t(paused ? 'notices.run' : 'notices.pause')}
        onClick={() => setPaused(!paused)}
      />
    </>
  );
}
