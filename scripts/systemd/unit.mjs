/** @typedef {{ command: string, user: string, data: string, host: string, port: string }} UnitOptions */

/** The folder that systemd itself creates for a service with StateDirectory=doujia. */
export const stateFolder = "/var/lib/doujia"
export const environmentFile = "/etc/doujia.env"

/**
 * Returns the systemd unit. What would break the sandbox of the converters is left out (docs/decisions/292): RestrictNamespaces, and
 * everything that mounts over parts of /proc (ProtectKernelTunables, ProtectKernelLogs, ProtectHostname, ProtectProc), because the kernel
 * then refuses bubblewrap a new /proc. MemoryDenyWriteExecute would stop V8.
 * @param {UnitOptions} options
 */
export const unitOf = ({ command, user, data, host, port }) => `[Unit]
Description=豆架文库
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
User=${user}
Group=${user}
ExecStart=${command}
Environment=HOST=${host} PORT=${port} "DATA_DIR=${data}"
EnvironmentFile=-${environmentFile}
${data === stateFolder ? "StateDirectory=doujia\nStateDirectoryMode=0700" : `ReadWritePaths=${data}`}
UMask=0077

# The site stops listening after three seconds and finishes requests, jobs and the database.
KillMode=mixed
TimeoutStopSec=45
Restart=on-failure
RestartSec=2
LimitNOFILE=65536

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
DevicePolicy=closed
ProtectControlGroups=yes
ProtectKernelModules=yes
ProtectClock=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
SystemCallArchitectures=native
SystemCallFilter=@system-service @mount
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`
