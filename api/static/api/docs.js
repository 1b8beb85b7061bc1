"use strict";

const place = document.getElementById("swagger-ui");

SwaggerUIBundle({
  domNode: place,
  url: place.dataset.schema,
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null, // no outside host: the validator badge would ask one
});
