// The browser of the tests, screenshots and measurements: Debian's Chromium, quiet on a closed network and able to run
// as root.
import { chromium } from 'playwright-core';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = (more = []) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...flags, ...more],
    headless: true,
  });

/** True in the page when every figure shows a finished run. */
export const figuresShown = () => {
  const figures = [...document.querySelectorAll('attention-stepper')];
  return (
    figures.length > 0 &&
    figures.every(
      (one) =>
        one.figure?.session.trace !== undefined &&
        !one.figure.session.running &&
        !!one.shadowRoot?.querySelector('canvas.heat'),
    )
  );
};
