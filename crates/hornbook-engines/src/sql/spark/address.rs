//! Where a cluster is, and who asks.

use spark_connect_core::ChannelBuilder;

use crate::error::EngineError;

/// The address of a Connect server. Its token is shown nowhere.
#[derive(Clone)]
pub(super) struct Address {
    builder: ChannelBuilder,
}

impl Address {
    pub(super) fn parse(url: &str) -> Result<Self, EngineError> {
        // What the client says of a bad address may hold all of it.
        let wrong = |_| {
            let message = "the address of a Spark cluster is not understood; it looks like \
                           sc://HOST:PORT or sc://HOST:PORT/;use_ssl=true;token=TOKEN;user_id=NAME";
            EngineError::Wrong(message.to_owned())
        };
        Ok(Self { builder: ChannelBuilder::parse(url).map_err(wrong)? })
    }

    pub(super) fn builder(&self) -> &ChannelBuilder {
        &self.builder
    }

    /// The address as it may be shown.
    pub(super) fn name(&self) -> String {
        format!("sc://{}", self.builder.endpoint())
    }

    /// A message without the token, if it should hold it.
    pub(super) fn without_token(&self, message: &str) -> String {
        match self.builder.token() {
            Some(token) if !token.is_empty() => message.replace(&token, "…"),
            _ => message.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_shown_nowhere() {
        let address = Address::parse("sc://localhost:15003/;token=secret;user_id=me").unwrap();
        assert_eq!(address.name(), "sc://localhost:15003");
        assert_eq!(address.without_token("no secret is kept"), "no … is kept");
        for url in ["sc:///;token=secret", "sc://host:port/;token=secret", "sc://host/a;token=secret", "sc:secret"] {
            let message = Address::parse(url).map(|_| ()).unwrap_err().to_string();
            assert!(message.contains("sc://HOST:PORT") && !message.contains("secret"), "{message}");
        }
    }
}
