"use strict";

const place = document.getElementById("viewer");

// Everything that would ask another host is switched off here. The policy of the page would stop it as well.
Scalar.createApiReference(place, {
  url: place.dataset.schema,
  agent: { disabled: true },
  authentication: { preferredSecurityScheme: "bearer" },
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  defaultOpenFirstTag: true,
  documentDownloadType: "none",
  hideClientButton: true,
  hideDarkModeToggle: false,
  mcp: { disabled: true },
  persistAuth: false, // no token stays in the browser
  proxyUrl: "",
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false,
});
