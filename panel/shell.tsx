import { ActionIcon, Burger, useMantineColorScheme } from '@mantine/core';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ActingBanner } from './acting-banner';
import { LanguageSwitch } from './language-switch';
import { LogInAgain } from './log-in-again';
import { pagesOf } from './navigation';
import { ProveSecondFactor } from './prove-second-factor';
import { StatusRegion } from './parts/status';
import { t } from './texts/texts';
import { useViewer } from './viewer';
import { WaitsForEmail } from './waits-for-email';

/** The frame around every page. */
export function Shell() {
  const viewer = useViewer();
  const [isOpen, setOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    setOpen(false);
    // A person who reads by ear or goes by keyboard begins at the new page, not where the link was.
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <div className="shell">
      <a className="shell-skip" href="#main">
        {t('shell.skipToThePage')}
      </a>
      <header className="shell-head">
        <Burger
          className="shell-menu"
          size="sm"
          opened={isOpen}
          onClick={() => setOpen(!isOpen)}
          aria-label={t('shell.menu')}
          aria-expanded={isOpen}
          aria-controls="navigation"
        />
        <Link to="/" className="shell-brand">
          <Mark />
          Adgate
        </Link>
        <span className="shell-push" />
        <ColourScheme />
      </header>
      <nav
        id="navigation"
        className="shell-nav"
        aria-label={t('shell.pages')}
        data-open={isOpen || undefined}
      >
        {pagesOf(viewer).map(({ title, pages }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {pages.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} activeProps={{ 'aria-current': 'page' }}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <p className="shell-who">{viewer.email}</p>
        <ul>
          <li className="shell-language">
            <LanguageSwitch />
          </li>
          <li>
            <a href="/auth/log-out">{t('shell.logOut')}</a>
          </li>
        </ul>
      </nav>
      <main id="main" ref={main} className="shell-main" tabIndex={-1}>
        <ActingBanner />
        <ProveSecondFactor />
        {viewer.email !== null && viewer.emailConfirmedAt === null ? (
          <WaitsForEmail email={viewer.email} />
        ) : (
          <Outlet />
        )}
      </main>
      <StatusRegion />
      <LogInAgain />
    </div>
  );
}

function ColourScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark =
    colorScheme === 'dark' ||
    (colorScheme === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  return (
    <ActionIcon
      variant="subtle"
      size="lg"
      aria-label={isDark ? t('shell.lightColours') : t('shell.darkColours')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
      </svg>
    </ActionIcon>
  );
}

function Mark() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1f5f5b" />
      <path
        d="M8 24V15a8 8 0 0 1 16 0v9"
        fill="none"
        stroke="#f4efe4"
        strokeWidth="3.4"
        strokeLinecap="round"
      />
      <circle cx="16" cy="19.5" r="3.2" fill="#f2b544" />
    </svg>
  );
}
