// The options of `npm start`. `npm start --port 8080`, without the `--`, reaches us through the environment: npm takes
// the option for its own and, depending on its version, leaves the number among the arguments.
import { parseArgs } from 'node:util';

const defaultPort = 5173; // Vite's, which people expect

function wrong(message) {
  return Object.assign(new Error(message), { advice: 'npm start -- [--port N] [--host ADDRESS] [--no-isolation]' });
}

export function startOptions(args, env = {}) {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      options: { port: { type: 'string' }, host: { type: 'string' }, 'no-isolation': { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw wrong(error.message);
  }
  const { values, positionals } = parsed;
  const fromNpm = env.npm_config_port === 'true' ? positionals.shift() : env.npm_config_port;
  if (positionals.length) throw wrong(`Unknown argument: ${positionals[0]}`);
  const asked = values.port ?? fromNpm;
  const port = Number(asked ?? defaultPort);
  if (!Number.isInteger(port) || port < 0 || port > 65535 || asked === '')
    throw wrong(`--port takes a number from 0 (any free one) to 65535, not "${asked}".`);
  const isolated = !values['no-isolation'] && env.npm_config_isolation !== '';
  return { port, fixedPort: asked !== undefined, host: values.host ?? env.npm_config_host ?? '127.0.0.1', isolated };
}
